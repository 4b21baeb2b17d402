internal import HTTP

/// The fields of a list's answers, made once for all who get it.
struct ListFields: Sendable {
  let tag: EntityTag
  private let plain: HeaderFields
  private let gzip: HeaderFields
  private let deflate: HeaderFields

  /// - Parameter variant: what tells one list of the same rows from another.
  init(tag: ListTag, variant: String) {
    self.tag = EntityTag(tag.text + variant)
    plain = Self.fields(self.tag, .identity)
    gzip = Self.fields(self.tag, .gzip)
    deflate = Self.fields(self.tag, .deflate)
  }

  /// The answer that nothing has changed, where that is so (RFC 9110 section 15.4.5).
  func notModified(for request: Request) -> Response? {
    guard let coding = tag.coding(knownBy: request.fields) else { return nil }
    return Response(
      .notModified,
      fields: [
        .cacheControl: "no-cache", .entityTag: tag.field(in: coding), .vary: "Accept-Encoding",
      ])
  }

  subscript(coding: ContentCoding) -> HeaderFields {
    switch coding {
    case .identity: plain
    case .gzip: gzip
    case .deflate: deflate
    }
  }

  private static func fields(_ tag: EntityTag, _ coding: ContentCoding) -> HeaderFields {
    var fields: HeaderFields = [
      .contentType: Response.jsonType, .cacheControl: "no-cache", .entityTag: tag.field(in: coding),
      .vary: "Accept-Encoding",
    ]
    if let name = try? FieldValue(coding.rawValue), coding != .identity {
      fields.append(.contentEncoding, name)
    }
    return fields
  }
}

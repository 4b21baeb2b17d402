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

  /// The response that a request gets in place of the list, by its preconditions (RFC 9110 section
  /// 13.2.2): that it wants another state, or that it has this one already.
  func precondition(of request: Request) -> Response? {
    if tag.isMatched(by: request.fields) == false { return Problem.preconditionFailed }
    return notModified(for: request)
  }

  private func notModified(for request: Request) -> Response? {
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

internal import HTTP

/// The header fields of the responses with one list, created once and shared by all of them.
struct ListFields: Sendable {
  let tag: EntityTag
  private let plain: HeaderFields
  private let gzip: HeaderFields
  private let deflate: HeaderFields

  /// - Parameter variant: the suffix of the entity tag that distinguishes lists with the same rows.
  init(tag: ListTag, variant: String) {
    self.tag = EntityTag(tag.text + variant)
    plain = Self.fields(self.tag, .identity)
    gzip = Self.fields(self.tag, .gzip)
    deflate = Self.fields(self.tag, .deflate)
  }

  /// Returns the response by preconditions (RFC 9110 section 13.2.2): 412 if the request expects
  /// another state, 304 if the client already has this one. Nil if the list is to be sent.
  func precondition(of request: Request) throws(Problem) -> Response? {
    if tag.isMatched(by: request.fields) == false { throw .preconditionFailed }
    guard let coding = tag.coding(cachedBy: request.fields) else { return nil }
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

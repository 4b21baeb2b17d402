internal import HTTP

/// The fields of a list's answers, made once for all who get it.
struct ListFields: Sendable {
  let tag: EntityTag
  private let plain: HeaderFields
  private let gzip: HeaderFields
  private let deflate: HeaderFields
  /// Of an answer that says that nothing has changed.
  let notModified: HeaderFields

  init(tag: ListTag, suffix: String) {
    self.tag = EntityTag(tag.text + suffix)
    plain = Self.fields(self.tag, .identity)
    gzip = Self.fields(self.tag, .gzip)
    deflate = Self.fields(self.tag, .deflate)
    notModified = [
      .cacheControl: "no-cache", .entityTag: self.tag.field(in: .identity),
      .vary: "Accept-Encoding",
    ]
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

/// An entity tag, which identifies one state of a resource (RFC 9110 section 8.8.3).
public struct EntityTag: Sendable, Equatable {
  /// The tag without quotation marks.
  public let text: String

  /// Accepts letters, digits and hyphens.
  public init(_ text: String) {
    precondition(text.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") })
    self.text = text
  }

  /// Returns the `ETag` value of the resource in a coding. Each coding has its own tag, because its
  /// bytes differ.
  ///
  /// The tag of an encoded body is weak: another server, or this one an hour later, may encode the
  /// same data as different bytes (RFC 9110 section 8.8.1).
  public func field(in coding: ContentCoding) -> FieldValue {
    let field = coding == .identity ? "\"\(text)\"" : "W/\"\(text)-\(coding.rawValue)\""
    return (try? FieldValue(field)) ?? "\"\""
  }

  /// Returns the coding in which the client has this state cached according to its `If-None-Match`
  /// (RFC 9110 section 13.1.2, weak comparison), or nil if it has another state or none.
  ///
  /// The 304 response carries the tag of that coding, so that a cache finds its stored response
  /// (RFC 9111 section 4.3.4).
  public func coding(cachedBy fields: HeaderFields) -> ContentCoding? {
    for value in fields.values(of: .ifNoneMatch) {
      for element in value.split(separator: ",") {
        var tag = element.drop { $0 == " " || $0 == "\t" }
        if tag.first == "*" { return ContentCoding.preferred(by: fields) }
        if tag.hasPrefix("W/") { tag = tag.dropFirst(2) }
        guard tag.first == "\"" else { continue }
        let name = tag.dropFirst().prefix { $0 != "\"" }
        if let coding = coding(named: name) { return coding }
      }
    }
    return nil
  }

  /// Whether `If-Match` holds for the resource in any coding (RFC 9110 section 13.1.1), or nil
  /// without the field. The comparison is strong: a weak tag never matches.
  public func isMatched(by fields: HeaderFields) -> Bool? {
    guard fields.contains(.ifMatch) else { return nil }
    return fields.values(of: .ifMatch).contains { value in
      value.split(separator: ",").contains { element in
        let tag = element.drop { $0 == " " || $0 == "\t" }
        return tag.first == "*" || tag.hasPrefix("\"\(text)\"")
      }
    }
  }

  /// Whether a `Range` field applies: `If-Range` is absent, or has exactly this tag (RFC 9110
  /// section 13.1.5). A date never matches, since this server sends no `Last-Modified`.
  public func permitsRange(by fields: HeaderFields) -> Bool {
    guard fields.contains(.ifRange) else { return true }
    return fields.values(of: .ifRange) == ["\"\(text)\""]
  }

  /// Returns the coding that an unquoted tag of this state denotes, or nil for a tag of another
  /// state.
  private func coding(named name: Substring) -> ContentCoding? {
    guard name.hasPrefix(text) else { return nil }
    let suffix = name.dropFirst(text.count)
    guard !suffix.isEmpty else { return .identity }
    guard suffix.first == "-" else { return nil }
    let coding = ContentCoding(rawValue: String(suffix.dropFirst()))
    return coding == .identity ? nil : coding
  }
}

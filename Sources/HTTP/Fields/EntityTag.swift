/// What tells one state of a resource from another (RFC 9110 section 8.8.3).
public struct EntityTag: Sendable, Equatable {
  /// Without quotation marks.
  public let text: String

  /// Takes letters, digits and hyphens.
  public init(_ text: String) {
    precondition(text.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") })
    self.text = text
  }

  /// The value of `ETag` for the resource in a coding: other bytes, so another tag.
  public func field(in coding: ContentCoding) -> FieldValue {
    let suffix = coding == .identity ? "" : "-\(coding.rawValue)"
    return (try? FieldValue("\"\(text)\(suffix)\"")) ?? "\"\""
  }

  /// Whether the client has this state already, in whatever coding, by its `If-None-Match` (RFC
  /// 9110 section 13.1.2, weak comparison).
  public func isKnown(by fields: HeaderFields) -> Bool {
    guard fields.contains(.ifNoneMatch) else { return false }
    for value in fields.values(of: .ifNoneMatch) {
      for element in value.split(separator: ",") {
        var tag = element.drop { $0 == " " || $0 == "\t" }
        if tag.first == "*" { return true }
        if tag.hasPrefix("W/") { tag = tag.dropFirst(2) }
        guard tag.first == "\"" else { continue }
        let name = tag.dropFirst().prefix { $0 != "\"" }
        if name == text { return true }
        if name.hasPrefix(text + "-"),
          ContentCoding(rawValue: String(name.dropFirst(text.count + 1))) != nil
        {
          return true
        }
      }
    }
    return false
  }
}

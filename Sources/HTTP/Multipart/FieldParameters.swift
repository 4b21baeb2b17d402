/// A field value with parameters, such as `form-data; name="audio"` (RFC 9110 section 5.6.6).
///
/// It is read byte by byte: a quotation mark with a combining character after it is one `Character`
/// of another kind.
public struct FieldParameters: Sendable, Equatable {
  /// The value before the parameters, in lower case.
  public let value: String
  private let parameters: [String: String]

  /// Parses a value; nil if it is malformed or a parameter occurs twice.
  public init?(_ text: some StringProtocol) {
    var rest = ArraySlice(Array(text.utf8))
    value = String(decoding: Self.trimmed(rest.prefix { $0 != .semicolon }), as: UTF8.self)
      .lowercased()
    rest = rest.drop { $0 != .semicolon }
    var parameters: [String: String] = [:]
    while !rest.isEmpty {
      rest = Self.trimmed(rest.dropFirst())
      // An empty parameter is allowed: "a;;b=c;".
      guard !rest.isEmpty, rest.first != .semicolon else { continue }
      let name = rest.prefix(while: \.isTokenCharacter)
      rest = rest[name.endIndex...]
      guard !name.isEmpty, rest.first == UInt8(ascii: "=") else { return nil }
      rest = rest.dropFirst()
      let key = String(decoding: name, as: UTF8.self).lowercased()
      guard let content = Self.takeContent(&rest),
        parameters.updateValue(content, forKey: key) == nil
      else { return nil }
      rest = Self.trimmed(rest)
      guard rest.isEmpty || rest.first == .semicolon else { return nil }
    }
    self.parameters = parameters
  }

  /// The content of a parameter; its name is in lower case.
  public subscript(name: String) -> String? { parameters[name] }

  /// Removes a token or a quoted string from the beginning of a text.
  private static func takeContent(_ rest: inout ArraySlice<UInt8>) -> String? {
    guard rest.first == UInt8(ascii: "\"") else {
      let token = rest.prefix(while: \.isTokenCharacter)
      rest = rest[token.endIndex...]
      return token.isEmpty ? nil : String(decoding: token, as: UTF8.self)
    }
    var content: [UInt8] = []
    rest = rest.dropFirst()
    while let quote = rest.firstIndex(of: UInt8(ascii: "\"")) {
      content += rest[..<quote]
      rest = rest[(quote + 1)...]
      // Old clients write a quotation mark as \", browsers as %22, and a backslash as it is. One
      // before the last quotation mark is a backslash.
      let next = rest.first { !$0.isWhitespace }
      guard content.last == UInt8(ascii: "\\"), let next, next != .semicolon else {
        return String(decoding: content, as: UTF8.self)
      }
      content[content.count - 1] = UInt8(ascii: "\"")
    }
    return nil
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let start = text.drop(while: \.isWhitespace)
    return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? []
  }
}

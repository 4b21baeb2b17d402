/// A field value with parameters, such as `form-data; name="audio"` (RFC 9110 section 5.6.6).
public struct FieldParameters: Sendable, Equatable {
  /// The value before the parameters, in lower case.
  public let value: String
  private let parameters: [String: String]

  /// Parses a value; nil if it is malformed or a parameter occurs twice.
  public init?(_ text: some StringProtocol) {
    var rest = Substring(text)[...]
    guard let end = rest.firstIndex(of: ";") else {
      value = Self.trimmed(rest).lowercased()
      parameters = [:]
      return
    }
    value = Self.trimmed(rest[..<end]).lowercased()
    rest = rest[end...]
    var parameters: [String: String] = [:]
    while !rest.isEmpty {
      rest = Self.trimmed(rest.dropFirst())
      // An empty parameter is allowed: "a;;b=c;".
      guard !rest.isEmpty, rest.first != ";" else { continue }
      guard let equals = rest.firstIndex(of: "="), equals > rest.startIndex,
        rest[..<equals].utf8.allSatisfy(\.isTokenCharacter)
      else { return nil }
      let name = rest[..<equals].lowercased()
      rest = rest[rest.index(after: equals)...]
      guard let content = Self.takeContent(&rest),
        parameters.updateValue(content, forKey: name) == nil
      else { return nil }
      rest = Self.trimmed(rest)
      guard rest.isEmpty || rest.first == ";" else { return nil }
    }
    self.parameters = parameters
  }

  /// The content of a parameter; its name is in lower case.
  public subscript(name: String) -> String? { parameters[name] }

  /// Removes a token or a quoted string from the beginning of a text.
  private static func takeContent(_ rest: inout Substring) -> String? {
    guard rest.first == "\"" else {
      let token = rest.utf8.prefix(while: \.isTokenCharacter)
      defer { rest = rest[token.endIndex...] }
      return token.isEmpty ? nil : String(Substring(token))
    }
    var content = ""
    var isEscaped = false
    for index in rest.indices.dropFirst() {
      let character = rest[index]
      if !isEscaped, character == "\\" {
        isEscaped = true
      } else if !isEscaped, character == "\"" {
        rest = rest[rest.index(after: index)...]
        return content
      } else {
        content.append(character)
        isEscaped = false
      }
    }
    return nil
  }

  private static func trimmed(_ text: Substring) -> Substring {
    func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
    let start = text.drop(while: isBlank)
    return start.lastIndex { !isBlank($0) }.map { start[...$0] } ?? ""
  }
}

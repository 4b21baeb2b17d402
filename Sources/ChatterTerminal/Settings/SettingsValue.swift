/// A value in the settings file: the text, in quotation marks if it would not read back unchanged.
enum SettingsValue {
  static func written(_ value: String) -> String {
    if isPlain(value.utf8) { return value }
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\"", "\\": text += "\\\(scalar)"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  private static func isBlank(_ byte: UInt8) -> Bool { " \t\r".utf8.contains(byte) }

  private static func isPlain(_ bytes: String.UTF8View) -> Bool {
    guard let first = bytes.first, let last = bytes.last else { return false }
    return first != quote && !isBlank(first) && !isBlank(last)
      && !bytes.contains(UInt8(ascii: "\n"))
  }

  /// Returns the value of a text without surrounding blanks; nil for invalid quoting.
  static func read(_ text: String) -> String? {
    guard text.utf8.first == quote else { return text }
    var value = String.UnicodeScalarView()
    var rest = text.unicodeScalars.dropFirst()
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"": return rest.isEmpty ? String(value) : nil
      case "\\":
        switch rest.popFirst() {
        case "n": value.append("\n")
        case "r": value.append("\r")
        case let other? where other == "\"" || other == "\\": value.append(other)
        default: return nil
        }
      default: value.append(scalar)
      }
    }
    return nil
  }

  private static let quote = UInt8(ascii: "\"")
}

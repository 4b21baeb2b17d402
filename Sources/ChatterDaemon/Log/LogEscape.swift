/// Escapes untrusted text so that it stays on one line and inside its quotes.
///
/// It escapes quotes, backslashes and every scalar that is not a visible character: controls, line
/// and paragraph separators, and format characters, which can change the order of the displayed
/// text.
enum LogEscape: Sendable {
  case text
  case json

  /// Maximum number of bytes of one value in a line.
  static let bytesMax = 1024
  private static let ellipsis = "…"

  /// Appends the escaped text without quotes; a longer text is truncated and ends in an ellipsis.
  func append(_ text: String, to line: inout [UInt8], bytesMax: Int = Self.bytesMax) {
    if text.utf8.count <= bytesMax, Self.isHarmless(text) {
      line.append(contentsOf: text.utf8)
      return
    }
    let end = line.count + bytesMax
    for scalar in text.unicodeScalars {
      guard line.count < end else {
        line.append(contentsOf: Self.ellipsis.utf8)
        return
      }
      append(scalar, to: &line)
    }
  }

  /// Returns a text for an error message: truncated, on one line, without quotes.
  static func printable(_ text: String) -> String {
    var bytes: [UInt8] = []
    LogEscape.text.append(text, to: &bytes, bytesMax: 256)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns whether a value needs neither quotes nor escapes in the text format.
  static func isBare(_ text: String) -> Bool {
    let bytes = text.utf8Span.span
    for index in bytes.indices {
      let byte = bytes[index]
      if !isHarmless(byte) || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "=") {
        return false
      }
    }
    return !bytes.isEmpty
  }

  /// Uses a span for speed: this runs for every text of every line.
  private static func isHarmless(_ text: String) -> Bool {
    let bytes = text.utf8Span.span
    for index in bytes.indices where !isHarmless(bytes[index]) { return false }
    return true
  }

  private static func isHarmless(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private func append(_ scalar: Unicode.Scalar, to line: inout [UInt8]) {
    switch scalar {
    case "\"": line.append(contentsOf: "\\\"".utf8)
    case "\\": line.append(contentsOf: "\\\\".utf8)
    case "\n": line.append(contentsOf: "\\n".utf8)
    case "\r": line.append(contentsOf: "\\r".utf8)
    case "\t": line.append(contentsOf: "\\t".utf8)
    default:
      if Self.isVisible(scalar) {
        line.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      } else {
        appendNumber(scalar, to: &line)
      }
    }
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return false
    default: return true
    }
  }

  /// Appends `\u{202e}` in text and `\u202e` in JSON, as a surrogate pair beyond the first plane
  /// (RFC 8259, section 7).
  private func appendNumber(_ scalar: Unicode.Scalar, to line: inout [UInt8]) {
    switch self {
    case .text:
      line.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".utf8)
    case .json:
      for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
        let digits = String(unit, radix: 16)
        line.append(contentsOf: "\\u".utf8)
        line.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
        line.append(contentsOf: digits.utf8)
      }
    }
  }
}

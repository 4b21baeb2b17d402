import System

/// The formats of the log, and how each escapes untrusted text so that it stays on one line and
/// inside its quotes: quotes, backslashes, controls, line and paragraph separators, and format
/// characters, which can change the order of the displayed text.
enum LogFormat: String, CaseIterable, Sendable {
  /// For people: time, level and message, followed by `name=value` fields.
  case text
  /// For programs: one JSON object per line.
  case json

  /// Maximum number of bytes of one value in a line.
  static let valueBytesMax = 1024

  /// Appends the escaped text without quotes; a longer text is truncated and ends in an ellipsis.
  func append(_ text: String, to line: inout [UInt8], bytesMax: Int = Self.valueBytesMax) {
    if text.utf8.count <= bytesMax, Self.hasOnly(text, Self.isHarmless) {
      line.append(contentsOf: text.utf8)
      return
    }
    let end = line.count + bytesMax
    for scalar in text.unicodeScalars {
      guard line.count < end else {
        line.append(contentsOf: "…".utf8)
        return
      }
      append(scalar, to: &line)
    }
  }

  /// Returns a text for an error message: truncated, on one line, without quotes.
  static func printable(_ text: String, bytesMax: Int = 256) -> String {
    var bytes: [UInt8] = []
    LogFormat.text.append(text, to: &bytes, bytesMax: bytesMax)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns whether a value needs neither quotes nor escapes in the text format.
  static func isBare(_ text: String) -> Bool {
    !text.isEmpty
      && hasOnly(text) { isHarmless($0) && $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "=") }
  }

  /// Uses a span for speed: this runs for every text of every line.
  private static func hasOnly(_ text: String, _ isAllowed: (UInt8) -> Bool) -> Bool {
    let bytes = text.utf8Span.span
    for index in bytes.indices where !isAllowed(bytes[index]) { return false }
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
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        appendNumber(scalar, to: &line)
      default: line.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }

  /// Appends `\u{202e}` in text and `\u202e` in JSON, as a surrogate pair beyond the first plane
  /// (RFC 8259, section 7).
  private func appendNumber(_ scalar: Unicode.Scalar, to line: inout [UInt8]) {
    switch self {
    case .text: line.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".utf8)
    case .json:
      for unit in String(scalar).utf16 {
        line.append(contentsOf: "\\u\(unit.hexadecimal())".utf8)
      }
    }
  }
}

extension [UInt8] {
  /// Appends a number with leading zeros.
  mutating func append(padded number: String, digits: Int) {
    append(contentsOf: repeatElement(UInt8(ascii: "0"), count: digits - number.utf8.count))
    append(contentsOf: number.utf8)
  }
}

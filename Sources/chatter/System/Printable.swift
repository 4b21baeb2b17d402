/// Makes text that others chose harmless to a terminal: no control character reaches it, and no
/// format character that turns the order of what is shown.
enum Printable {
  /// What stands for a character that must not be shown.
  static let replacement: Unicode.Scalar = "\u{FFFD}"

  /// The text on one line.
  static func line(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n", "\r", "\t", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}":
        result.append(" ")
      default: result.append(isHarmless(scalar) ? scalar : replacement)
      }
    }
    return String(result)
  }

  /// The text with its line breaks, as `\n` each.
  static func lines(_ text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { line(String($0)) }
  }

  /// JSON with what must not be shown as escapes (RFC 8259 section 7), which mean the same: outside
  /// of strings there is none of it. Without UTF-8 that is all beyond ASCII.
  static func json(_ text: String, isUnicode: Bool = true) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isHarmless(scalar), isUnicode || scalar.isASCII {
        result.append(scalar)
      } else {
        for unit in UTF16.encode(scalar)! {
          let digits = String(unit, radix: 16)
          result +=
            ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars
        }
      }
    }
    return String(result)
  }

  /// For a terminal that does not show UTF-8: it may take a byte beyond ASCII for a control (ECMA-48
  /// section 5.3: 0x9B is CSI). A letter with marks loses these, all else becomes a question mark.
  static func ascii(_ text: String) -> String {
    String(
      text.map { character in
        if character.isASCII { return character }
        guard let first = character.unicodeScalars.first, first.isASCII else { return "?" }
        return Character(first)
      })
  }

  /// Zero-width joiner and variation selectors belong to what they join (UAX 29).
  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{200C}", "\u{200D}", "\u{FE0E}", "\u{FE0F}": return true
    // Tags, of which the flags of England, Scotland and Wales are made.
    case "\u{E0020}"..."\u{E007F}": return true
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      return false
    default: return true
    }
  }
}

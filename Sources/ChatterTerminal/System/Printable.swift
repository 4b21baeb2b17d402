import System

/// Makes text from other people safe for a terminal: replaces control and format characters.
enum Printable {
  /// The replacement for an unsafe character.
  static let replacement: Unicode.Scalar = "\u{FFFD}"

  static func line(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var harm = Harm()
    for scalar in text.unicodeScalars {
      let isHarmless = harm.isHarmless(scalar)
      switch scalar {
      case "\n", "\r", "\t", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}":
        result.append(" ")
      default: result.append(isHarmless ? scalar : replacement)
      }
    }
    return String(result)
  }

  static func lines(_ text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { line(String($0)) }
  }

  /// Returns JSON with unsafe characters as escapes (RFC 8259 section 7), which does not change its
  /// meaning: outside of strings there are none. Without UTF-8 all characters beyond ASCII are
  /// escaped.
  static func json(_ text: String, isUnicode: Bool = true) -> String {
    var result = String.UnicodeScalarView()
    var harm = Harm()
    for scalar in text.unicodeScalars {
      if harm.isHarmless(scalar), isUnicode || scalar.isASCII {
        result.append(scalar)
      } else {
        for unit in UTF16.encode(scalar)! {
          result += ("\\u" + unit.hexadecimal()).unicodeScalars
        }
      }
    }
    return String(result)
  }

  /// Returns ASCII for a terminal without UTF-8, which may take a byte beyond ASCII for a control
  /// character (ECMA-48 section 5.3: 0x9B is CSI). A letter loses its combining marks; any other
  /// character becomes a question mark.
  static func ascii(_ text: String) -> String {
    String(
      text.map { character in
        if character.isASCII { return character }
        guard let first = character.unicodeScalars.first, first.isASCII else { return "?" }
        return Character(first)
      })
  }
}

/// Finds the characters of a text that are not safe to show.
private struct Harm {
  /// Maximum number of tag characters of a flag: six letters and the end (UTS 51, section C.1).
  private static let tagsMax = 7

  /// The number of tag characters that may follow.
  private var tagsLeft = 0

  /// Whether the next character is safe. Zero-width joiners and variation selectors belong to the
  /// characters that they join (UAX 29), and tag characters to a black flag: elsewhere they hide a
  /// text.
  mutating func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{E0020}"..."\u{E007F}":
      tagsLeft -= 1
      return tagsLeft >= 0
    case "\u{1F3F4}": tagsLeft = Self.tagsMax
    default: tagsLeft = 0
    }
    if ["\u{200C}", "\u{200D}", "\u{FE0E}", "\u{FE0F}"].contains(scalar) { return true }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      return false
    default: return true
    }
  }
}

extension String {
  /// Whether it has no character other than white space.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}

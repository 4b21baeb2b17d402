/// A text in the form in which it is compared with blocked words and users: without differences of
/// case and width, and without characters that are not visible.
///
/// Full-width letters and digits, and half-width katakana, are those of usual width (Unicode
/// Standard Annex #11). Characters that only look alike, such as those of another script, differ.
struct FoldedText: Equatable {
  let text: String

  init(_ text: String) {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else {
      self.text = text.lowercased()
      return
    }
    var folded = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
      folded.append(Self.usualWidth(of: scalar))
    }
    // Upper case first: letters such as ß then have one form.
    self.text = String(folded).uppercased().lowercased()
  }

  var words: [String] {
    text.unicodeScalars.split { !Self.isPartOfWord($0) }.map { String($0) }
  }

  private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      switch scalar {
      case "a"..."z", "0"..."9", "A"..."Z": return true
      default: return false
      }
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      return true
    default: return false
    }
  }

  private static func usualWidth(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFF01 + 0x21) ?? scalar
    case 0x3000: " "
    case 0xFF66...0xFF9F: katakana[Int(scalar.value - 0xFF66)]
    default: scalar
    }
  }

  /// The characters of usual width for U+FF66 to U+FF9F. The last two are combining sound marks.
  private static let katakana = Array(
    ("ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテト"
      + "ナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u{3099}\u{309A}").unicodeScalars)
}

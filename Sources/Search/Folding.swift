private import CUTF8Proc

/// Folds Unicode scalars: compatible forms become one (NFKD), letters lower case, and accents and
/// invisible scalars are removed (Unicode Standard Annex 15 and section 3.13).
///
/// Each scalar is folded alone, so the time is linear in the text.
struct Folding {
  /// The longest decomposition has 18 scalars: U+FDFA.
  private static let scalarsMax = 32
  private var buffer = [Int32](repeating: 0, count: scalarsMax)

  /// Calls `body` with each scalar of a folded one. ASCII is folded by its reader.
  mutating func fold(_ scalar: Unicode.Scalar, _ body: (Unicode.Scalar) -> Void) {
    let options = utf8proc_option_t(
      UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_COMPAT.rawValue | UTF8PROC_CASEFOLD.rawValue
        | UTF8PROC_IGNORE.rawValue)
    var boundary: Int32 = 0
    let count = unsafe utf8proc_decompose_char(
      Int32(bitPattern: scalar.value), &buffer, buffer.count, options, &boundary)
    guard 0..<buffer.count ~= count else { return body(scalar) }
    for value in buffer[..<count] {
      guard let folded = Unicode.Scalar(UInt32(bitPattern: value)), !Self.isAccent(folded) else {
        continue
      }
      if let letters = Self.letters[folded] {
        letters.unicodeScalars.forEach(body)
      } else {
        body(folded)
      }
    }
  }

  /// Letters with a stroke and joined ones, which Unicode does not decompose.
  private static let letters: [Unicode.Scalar: String] = [
    "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th",
  ]

  /// Whether a scalar is an accent of the scripts whose readers leave accents out. The marks of
  /// other scripts distinguish syllables.
  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x300...0x36F, 0x483...0x487, 0x591...0x5BD, 0x5BF...0x5C7, 0x610...0x61A, 0x640,
      0x64B...0x65F, 0x670, 0x6D6...0x6ED, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF,
      0xFE20...0xFE2F:
      true
    default: false
    }
  }
}

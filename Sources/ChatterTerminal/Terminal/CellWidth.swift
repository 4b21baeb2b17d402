/// The number of columns that a terminal uses for a character (UAX 11). Terminals differ about
/// emoji sequences, so a screen redraws whatever is next to one.
enum CellWidth {
  /// Returns the width of a character; unsafe ones have been replaced before (``Printable``).
  static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    if isEmojiSequence(scalars) { return 2 }
    return scalars.reduce(0) { $0 + of($1) }
  }

  static func of(_ text: String) -> Int { text.reduce(0) { $0 + of($1) } }

  static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    // Hangul vowels and final consonants join the syllable before them.
    if 0x1160...0x11FF ~= scalar.value { return 0 }
    return isWide(scalar) ? 2 : 1
  }

  /// Splits a character into cells of at most two columns.
  static func cells(_ character: Character) -> [String] {
    if of(character) <= 2 { return [String(character)] }
    var cells: [String.UnicodeScalarView] = []
    for scalar in character.unicodeScalars {
      if cells.isEmpty || of(scalar) > 0 { cells.append(String.UnicodeScalarView()) }
      cells[cells.count - 1].append(scalar)
    }
    return cells.map { String($0) }
  }

  /// Whether several scalars form one picture on terminals that support it: joined by U+200D, with
  /// a colour or a flag's letters, or made wide by U+FE0F.
  private static func isEmojiSequence(_ scalars: Character.UnicodeScalarView) -> Bool {
    guard let first = scalars.first, scalars.count > 1, !first.isASCII, first.properties.isEmoji
    else { return false }
    return first.properties.isEmojiPresentation || scalars.contains("\u{FE0F}")
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isEmojiPresentation || wide.contains { $0.contains(scalar.value) }
  }

  /// Blocks of East Asian width W and F (EastAsianWidth.txt), in order.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF,
    0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x16FF1, 0x17000...0x18CD5, 0x18D00...0x18D08,
    0x1AFF0...0x1B2FB, 0x1F200...0x1F251, 0x1F300...0x1F320, 0x1F32D...0x1F335, 0x20000...0x2FFFD,
    0x30000...0x3FFFD,
  ]
}

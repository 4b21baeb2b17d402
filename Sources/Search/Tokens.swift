/// Divides a text into the words by which it is found.
enum Tokens {
  enum Token: Equatable {
    /// Letters and digits between others, folded.
    case word([UInt8])
    /// A sequence in scripts that are written without spaces, or of symbols, folded.
    case run([Unicode.Scalar])
  }

  /// Maximum length of a word in scalars. The rest of a longer one is not compared.
  static let wordScalarsMax = 48
  /// Maximum length of a run in scalars. A longer one is divided.
  static let runScalarsMax = 4096

  /// Calls `body` with each token, until it returns false. The time is linear in the text.
  static func forEach(in text: String, _ body: (Token) -> Bool) {
    var reader = Reader()
    var folding = Folding()
    for scalar in text.unicodeScalars {
      folding.fold(scalar) { reader.read($0) }
      for token in reader.take() where !body(token) { return }
    }
    reader.end()
    for token in reader.take() where !body(token) { return }
  }

  private struct Reader {
    private var word: [UInt8] = []
    private var wordScalars = 0
    private var run: [Unicode.Scalar] = []
    private var complete: [Token] = []

    mutating func read(_ scalar: Unicode.Scalar) {
      switch Kind(scalar) {
      case .letter:
        endRun()
        wordScalars += 1
        if wordScalars <= Tokens.wordScalarsMax { word += scalar.utf8 }
      case .dense:
        endWord()
        run.append(scalar)
        if run.count == Tokens.runScalarsMax { endRun() }
      case .gap: end()
      }
    }

    mutating func end() {
      endWord()
      endRun()
    }

    private mutating func endWord() {
      if !word.isEmpty { complete.append(.word(word)) }
      word.removeAll(keepingCapacity: true)
      wordScalars = 0
    }

    private mutating func endRun() {
      if !run.isEmpty { complete.append(.run(run)) }
      run.removeAll(keepingCapacity: true)
    }

    mutating func take() -> [Token] {
      guard !complete.isEmpty else { return [] }
      defer { complete.removeAll(keepingCapacity: true) }
      return complete
    }
  }

  private enum Kind {
    case letter, dense, gap

    init(_ scalar: Unicode.Scalar) {
      if scalar.isASCII {
        switch scalar {
        case "a"..."z", "0"..."9": self = .letter
        default: self = .gap
        }
        return
      }
      if Self.isDense(scalar.value) {
        self = .dense
      } else {
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
          .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark,
          .enclosingMark:
          self = .letter
        case .otherSymbol: self = .dense
        default: self = .gap
        }
      }
    }

    /// Whether a scalar is in the blocks of a script without spaces between words (Unicode 15).
    private static func isDense(_ value: UInt32) -> Bool {
      switch value {
      case 0x0E00...0x0EFF,  // Thai, Lao
        0x0F00...0x109F,  // Tibetan, Myanmar
        0x1780...0x17FF, 0x19E0...0x19FF,  // Khmer
        0x1950...0x19DF, 0x1A20...0x1AAF,  // Tai Le, New Tai Lue, Tai Tham
        0x3005...0x3007, 0x3021...0x3029, 0x3031...0x3035,  // ideographic marks and numbers
        0x3041...0x312F, 0x31A0...0x31BF, 0x31F0...0x31FF,  // Hiragana, Katakana, Bopomofo
        0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,  // Han
        0xA000...0xA4CF,  // Yi
        0xA980...0xA9FF, 0xAA60...0xAADF,  // Javanese, Myanmar, Tai Viet
        0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,  // Tangut, Kana
        0x20000...0x3FFFF:  // Han
        true
      default: false
      }
    }
  }
}

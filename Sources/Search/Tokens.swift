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
      var continues = true
      if scalar.isASCII {
        continues = reader.read(ascii: UInt8(truncatingIfNeeded: scalar.value), body)
      } else {
        folding.fold(scalar) { continues = continues && reader.read($0, body) }
      }
      guard continues else { return }
    }
    _ = reader.end(body)
  }

  /// Collects a word or a run. Each method calls `body` with what has ended, and returns whether
  /// `body` wants more.
  private struct Reader {
    typealias Body = (Token) -> Bool

    private var word: [UInt8] = []
    private var wordScalars = 0
    private var run: [Unicode.Scalar] = []

    /// Reads what folding a scalar has made of it.
    mutating func read(_ scalar: Unicode.Scalar, _ body: Body) -> Bool {
      if scalar.isASCII { return read(ascii: UInt8(truncatingIfNeeded: scalar.value), body) }
      switch Kind(scalar) {
      case .letter: return append(scalar, body)
      case .dense:
        guard endWord(body) else { return false }
        run.append(scalar)
        return run.count < Tokens.runScalarsMax || endRun(body)
      case .gap: return end(body)
      }
    }

    /// Reads and folds an ASCII character, as most texts have them.
    mutating func read(ascii byte: UInt8, _ body: Body) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        append(byte, body)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): append(byte | 0x20, body)
      default: end(body)
      }
    }

    private mutating func append(_ byte: UInt8, _ body: Body) -> Bool {
      wordScalars += 1
      if wordScalars <= Tokens.wordScalarsMax { word.append(byte) }
      return endRun(body)
    }

    private mutating func append(_ scalar: Unicode.Scalar, _ body: Body) -> Bool {
      wordScalars += 1
      if wordScalars <= Tokens.wordScalarsMax { word += scalar.utf8 }
      return endRun(body)
    }

    mutating func end(_ body: Body) -> Bool { endWord(body) && endRun(body) }

    private mutating func endWord(_ body: Body) -> Bool {
      guard !word.isEmpty else { return true }
      defer {
        word.removeAll(keepingCapacity: true)
        wordScalars = 0
      }
      return body(.word(word))
    }

    private mutating func endRun(_ body: Body) -> Bool {
      guard !run.isEmpty else { return true }
      defer { run.removeAll(keepingCapacity: true) }
      return body(.run(run))
    }
  }

  private enum Kind {
    case letter, dense, gap

    init(_ scalar: Unicode.Scalar) {
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

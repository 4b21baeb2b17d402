internal import Chatter
internal import ChatterStore

/// The users, words and clips that an operator does not accept.
///
/// A list has one rule on each line: `user NAME`, `word WORD` or `clip SHA256`. Empty lines and
/// lines that begin with `#` are ignored.
public struct Blocklist: Sendable, Equatable {
  /// Maximum size of a list, in bytes.
  public static let bytesMax = 16 << 20
  private static let digestCharacters = 64

  /// What a rule is about, as a short stable word for logs, metrics and responses.
  enum Rule: String, Sendable, CaseIterable {
    case user, word, clip
  }

  /// In the form in which they are compared.
  private var users: Set<String> = []
  private var words: Set<String> = []
  /// In hexadecimal digits of lower case.
  private var clips: Set<String> = []

  /// Number of rules.
  public var count: Int { users.count + words.count + clips.count }

  /// Creates a list without rules.
  public init() {}

  /// Reads a list in UTF-8.
  public init(_ bytes: [UInt8]) throws(BlocklistError) {
    guard bytes.count <= Self.bytesMax else { throw .tooLarge }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      guard let text = String(validating: line, as: UTF8.self) else {
        throw .notUTF8(line: index + 1)
      }
      let trimmed = text.trimmed
      guard !trimmed.isEmpty, !trimmed.hasPrefix("#") else { continue }
      let parts = trimmed.split(maxSplits: 1) { $0 == " " || $0 == "\t" }
      guard parts.count == 2, let rule = Rule(rawValue: String(parts[0])) else {
        throw .unknownRule(line: index + 1)
      }
      guard insert(rule, parts[1].trimmed) else {
        throw .invalidValue(line: index + 1, kind: rule.rawValue)
      }
    }
  }

  /// Adds a rule; returns false for a value that cannot match.
  private mutating func insert(_ rule: Rule, _ value: String) -> Bool {
    switch rule {
    case .user: users.insert(FoldedText(value).text)
    case .word:
      // A text that is not one word would never match.
      let parts = FoldedText(value).words
      guard parts.count == 1, let word = parts.first else { return false }
      words.insert(word)
    case .clip:
      let digits = value.lowercased()
      guard digits.utf8.count == Self.digestCharacters, digits.allSatisfy(\.isHexDigit) else {
        return false
      }
      clips.insert(digits)
    }
    return true
  }

  /// Returns the kind of the first rule that refuses a chatt; nil if none does.
  func refusal(of chatt: NewChatt) -> Rule? {
    if !users.isEmpty, users.contains(FoldedText(chatt.username).text) { return .user }
    if !clips.isEmpty, let digest = chatt.audioSHA256, clips.contains(StoredChatt.hex(digest)) {
      return .clip
    }
    if !words.isEmpty, let message = chatt.message,
      FoldedText(message).words.contains(where: words.contains)
    {
      return .word
    }
    return nil
  }
}

/// The reason that a list is refused.
public enum BlocklistError: Error, Sendable, Equatable, CustomStringConvertible {
  case tooLarge
  case notUTF8(line: Int)
  case unknownRule(line: Int)
  case invalidValue(line: Int, kind: String)

  public var description: String {
    switch self {
    case .tooLarge: "larger than \(Blocklist.bytesMax >> 20) MiB: remove rules"
    case .notUTF8(let line): "line \(line) is not UTF-8: save the file as UTF-8"
    case .unknownRule(let line):
      "line \(line) is not a rule: write user NAME, word WORD or clip SHA256"
    case .invalidValue(let line, let kind):
      kind == Blocklist.Rule.clip.rawValue
        ? "line \(line) has no SHA-256: write 64 hexadecimal digits after clip"
        : "line \(line) has no single word: write each word on its own line"
    }
  }
}

extension StringProtocol {
  /// The text without blanks at its ends, and without the CR of a line end.
  fileprivate var trimmed: String {
    let isBlank = { (character: Character) in character.isWhitespace }
    return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }
}

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

/// The words of a message, and of a search, in the forms that PostgreSQL's text search reads
/// (manual, section 8.11).
///
/// A run in a script without spaces is stored as pairs of neighbours, so that any part of it is
/// found. Nothing that strangers send reaches a parser of PostgreSQL but these forms.
public enum SearchText {
  /// Maximum number of different words and pairs of a message. Those after them are not found.
  public static let messageWordsMax = 4096
  /// Maximum number of words and pairs of a search.
  public static let searchWordsMax = 128
  /// PostgreSQL keeps no larger positions, and no more of a word (manual, section 12.11).
  private static let (positionMax, positionsMax) = (16_383, 255)

  /// Returns the words of a message in the text form of a `tsvector`, which PostgreSQL sorts and
  /// frees of repetitions.
  public static func vector(of message: String) -> String {
    var vector = Vector(of: message)
    Tokens.forEach(in: message) { token in
      switch token {
      case .word(let word): vector.add(word, at: nil)
      case .run(let run): vector.add(run)
      }
    }
    return String(decoding: vector.text, as: UTF8.self)
  }

  /// Returns a search as a `tsquery`, which finds the messages that have all of its words; empty if
  /// it has none, nil if it has more than `searchWordsMax`.
  public static func query(for search: String) -> String? {
    var conditions: [[UInt8]] = []
    var count = 0
    Tokens.forEach(in: search) { token in
      var condition: [UInt8] = []
      switch token {
      case .word(let word):
        count += 1
        append(word, to: &condition)
        condition += ":*".utf8
      case .run(let run) where run.count == 1:
        count += 1
        append(Array(run[0].utf8), to: &condition)
        condition += ":*".utf8
      case .run(let run):
        count += run.count - 1
        condition.append(UInt8(ascii: "("))
        for index in run.indices.dropLast() {
          if index > 0 { condition += " <-> ".utf8 }
          append(run[index...].prefix(2).flatMap { Array($0.utf8) }, to: &condition)
        }
        condition.append(UInt8(ascii: ")"))
      }
      conditions.append(condition)
      return count <= searchWordsMax
    }
    guard count <= searchWordsMax else { return nil }
    return String(decoding: Array(conditions.joined(separator: " & ".utf8)), as: UTF8.self)
  }

  /// Appends a word in quotes. It has letters, digits and symbols, but neither quotes nor
  /// backslashes, which would need escapes.
  private static func append(_ word: [UInt8], to text: inout [UInt8]) {
    text.append(UInt8(ascii: "'"))
    text += word
    text.append(UInt8(ascii: "'"))
  }

  /// The text form of a `tsvector` as it is made.
  private struct Vector {
    private(set) var text: [UInt8] = []
    /// How often a word was appended. A shorter message cannot have too many words.
    private var counts: [[UInt8]: Int]?
    private var position = 0

    init(of message: String) {
      // A word of one letter and its space become four bytes.
      text.reserveCapacity(2 * message.utf8.count + 4)
      counts = message.utf8.count > messageWordsMax ? [:] : nil
    }

    /// Adds a word or a pair; returns false once there are too many.
    mutating func add(_ word: [UInt8], at position: Int?) -> Bool {
      if let count = counts?[word] {
        guard position != nil, count < positionsMax else { return true }
        counts?[word] = count + 1
      } else if counts != nil {
        guard counts?.count != messageWordsMax else { return false }
        counts?[word] = 1
      }
      append(word, to: &text)
      if let position { text += ":\(position)".utf8 }
      text.append(UInt8(ascii: " "))
      return true
    }

    /// Adds the pairs of a run.
    mutating func add(_ run: [Unicode.Scalar]) -> Bool {
      for index in run.indices {
        position += 1
        let pair = run[index...].prefix(2).flatMap { Array($0.utf8) }
        guard add(pair, at: position <= positionMax ? position : nil) else { return false }
      }
      // The end of a run is not next to the beginning of another.
      position += 1
      return true
    }
  }
}

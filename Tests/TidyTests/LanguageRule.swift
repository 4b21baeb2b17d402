/// Rejects constructions that are not plain English, and terms that another word has replaced.
struct LanguageRule {
  /// Where a banned word is rejected.
  enum Scope {
    /// As a whole word, or as the whole words of a phrase.
    case text
    /// As a whole word, and as a word of a name: `crowd`, `theCrowd`, `CROWD_MAX`.
    case textAndNames
    /// As one of several words of a name: `fooAnswer`, `answerFoo`.
    case names
    /// As the last of several words of a name: `freePermits`.
    case endsOfNames
  }

  struct Entry {
    /// In lower case.
    let banned: String
    let scope: Scope
    let replacement: String

    fileprivate var words: [Substring] { banned.split(separator: " ") }
  }

  /// The banned words and phrases. A word that has a technical meaning as well is not in the table.
  static let table = constructions + terms + termsInNames

  private static let constructions = entries(
    .text,
    [
      (["anew"], "again"),
      (["lest"], "so that … not"),
      (["whoever", "whomever"], "the caller, the holder"),
      (["who asks"], "the caller"),
      (["anybody"], "any client, any caller"),
      (["he", "him", "his", "himself"], "it, they"),
      (["so many"], "up to N, that many"),
      (["none of which"], "without"),
      (["at one go"], "in one step"),
      (["at a stroke"], "at once"),
      (["for good"], "permanently"),
      (["is told", "are told", "was told", "were told"], "receives"),
      (["comes about", "came about", "come about"], "happens"),
      (["goes on", "went on"], "continues"),
      (["bears"], "has"),
      (["time-out", "time-outs"], "timeout"),
    ])

  private static let terms = entries(
    .textAndNames,
    [
      (["asker", "askers"], "caller, waiter"),
      (["turnstile", "turnstiles"], "semaphore"),
      (["allowance", "allowances", "budget", "budgets"], "quota, limit"),
      (["doorbell", "doorbells", "bell", "bells"], "event, signal"),
      (["nudge", "nudges", "nudged", "nudging"], "notification"),
      (["patience"], "timeout, deadline"),
      (["surroundings"], "environment"),
      (["parking", "guest", "guests", "crowd", "crowds"], "idle connections"),
      (["witness", "witnesses"], "acknowledgement"),
      (["edition", "editions"], "snapshot, generation"),
      (["trouble", "troubles"], "error, failure"),
      (["piece", "pieces"], "chunk, segment"),
      (["folder", "folders"], "directory"),
      (["stands"], "is, means"),
      (["lies"], "is, is stored"),
      (["hears"], "receives"),
    ])

  private static let termsInNames =
    entries(
      .names,
      [
        (["answer", "answers"], "response"),
        (["room", "rooms"], "quota, capacity"),
      ])
    + entries(.endsOfNames, [(["permit", "permits"], "semaphore, quota")])

  private static func entries(
    _ scope: Scope, _ rows: [(banned: [String], replacement: String)]
  ) -> [Entry] {
    rows.flatMap { row in
      row.banned.map { Entry(banned: $0, scope: scope, replacement: row.replacement) }
    }
  }

  private static let byFirstWord = Dictionary(
    grouping: table.filter { $0.scope == .text }, by: { $0.words[0] })
  private static let byWordOfName = Dictionary(
    uniqueKeysWithValues: table.filter { $0.scope != .text }.map { ($0.banned, $0) })

  func findings(in files: [(path: String, text: String)]) -> [Finding] {
    var findings: [Finding] = []
    var candidates: [String: [Entry]] = [:]
    for file in files {
      let words = Word.words(of: file.text)
      for (index, word) in words.enumerated() {
        let known = candidates[word.text]
        let entries = known ?? Self.candidates(for: word.text)
        if known == nil { candidates[word.text] = entries }
        for entry in entries where Self.isWhole(entry, in: words[index...]) {
          let message = "\"\(entry.banned)\": write \"\(entry.replacement)\""
          findings.append(Finding(file.path, line: word.line, message))
        }
      }
    }
    return findings
  }

  /// Returns the entries that a word contains, and the phrases that it may begin.
  private static func candidates(for word: String) -> [Entry] {
    var found = byFirstWord[Substring(word.lowercased())] ?? []
    for name in word.split(separator: "-") {
      let parts = Word.parts(of: name)
      for (index, part) in parts.enumerated() {
        guard let entry = byWordOfName[part] else { continue }
        let isFound =
          switch entry.scope {
          case .text: false
          case .textAndNames: true
          case .names: parts.count > 1
          case .endsOfNames: parts.count > 1 && index == parts.count - 1
          }
        if isFound { found.append(entry) }
      }
    }
    return found
  }

  /// Whether words begin with all words of a phrase whose first word matches.
  private static func isWhole(_ entry: Entry, in words: ArraySlice<Word>) -> Bool {
    guard entry.scope == .text else { return true }
    let wanted = entry.words.dropFirst()
    let following = words.dropFirst().prefix(wanted.count)
    return following.count == wanted.count
      && zip(following, wanted).allSatisfy { word, banned in
        word.follows && word.text.lowercased() == banned
      }
  }
}

extension LanguageRule {
  /// A run of ASCII letters, digits, `_` and `-` in a text.
  fileprivate struct Word {
    let text: String
    /// Counted from 1.
    let line: Int
    /// Whether only white space and comment markers separate it from the previous word.
    let follows: Bool

    static func words(of text: String) -> [Word] {
      var words: [Word] = []
      var bytes: [UInt8] = []
      var line = 1
      var follows = false
      for byte in Array(text.utf8) + [UInt8(ascii: "\n")] {
        if isLower(byte) || isUpper(byte) || isDigitOrJoint(byte) {
          bytes.append(byte)
          continue
        }
        if !bytes.isEmpty {
          words.append(
            Word(text: String(decoding: bytes, as: UTF8.self), line: line, follows: follows))
          bytes.removeAll(keepingCapacity: true)
          follows = true
        }
        switch byte {
        case UInt8(ascii: "\n"): line += 1
        case UInt8(ascii: " "), UInt8(ascii: "/"), UInt8(ascii: "#"): break
        default: follows = false
        }
      }
      return words
    }

    /// Returns the words of a name in camel or snake case, in lower case: `http` and `answer` for
    /// `HTTPAnswer2`.
    static func parts(of name: Substring) -> [String] {
      let bytes = Array(name.utf8)
      var parts: [[UInt8]] = [[]]
      for (index, byte) in bytes.enumerated() {
        if isUpper(byte) {
          let continuesCapitals = index > 0 && isUpper(bytes[index - 1])
          let precedesLower = index + 1 < bytes.count && isLower(bytes[index + 1])
          if !continuesCapitals || precedesLower { parts.append([]) }
          parts[parts.count - 1].append(byte | 0x20)
        } else if isLower(byte) {
          parts[parts.count - 1].append(byte)
        } else {
          parts.append([])
        }
      }
      return parts.filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func isLower(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }

    private static func isUpper(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    private static func isDigitOrJoint(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
        || byte == UInt8(ascii: "-")
    }
  }
}

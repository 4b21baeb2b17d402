import Arguments
import System

/// The commands of the plain front end: a word and its arguments.
enum PlainCommand: Equatable, Sendable {
  case list
  case listen(Int)
  case play, pause
  /// Plays all clips from the chatt with this number on, or from the oldest one.
  case queue(Int?)
  /// Plays the clips that were not heard.
  case new
  case delete(Int)
  case key(Key)
  case post(String)
  /// Sets the volume, 0...1; nil reports it.
  case volume(Double?)
  case rate(Double?)
  case repeats
  case position
  /// Uses the unsent item with this number; nil lists the items.
  case unsent(Int?, UnsentUse)
  /// Uses the memo with a number; `open` prints the memos.
  case memo(MemoAction<Int>)
  /// Prints the commands, or the command with this name.
  case help(String?)
  case quit
  case unknown(String, nearest: String?)
  /// A known word with invalid arguments; the value is a correct example.
  case wrong(String)

  /// The uses of what an earlier run did not post.
  enum UnsentUse: String, Equatable, Sendable {
    case play, post, delete
  }

  /// The words with their arguments and meanings for help, and the commands of those without
  /// arguments.
  static let commands: [(usage: String, meaning: String, command: PlainCommand?)] = [
    ("list", "print the timeline, newest first, with the numbers of the chatts", .list),
    ("play [N]", "play the clip of chatt number N, or resume", nil),
    (
      "queue [N]",
      "play all clips from chatt number N on, or from the oldest, in order of arrival", nil
    ),
    ("new", "play the clips that were not heard, from the oldest on", .new),
    ("next", "play the clip that arrived after this one", .key(.text("n"))),
    ("previous", "play the clip that arrived before this one", .key(.text("N"))),
    ("pause", "pause the clip", .pause),
    ("stop", "stop the recording, or stop the clip and return to its start", .key(.text("s"))),
    ("back", "go back, 10 seconds or as --skip says", .key(.text("b"))),
    ("forward", "go forward, 10 seconds or as --skip says", .key(.text("f"))),
    ("where", "print the position in the clip or the recording", .position),
    ("volume [N]", "set the volume to N percent, or print it", nil),
    ("rate [N]", "play N times as fast, from 0.5 to 3, or print the rate", nil),
    ("repeat", "turn repeat on or off", .repeats),
    ("done", "close the clip", .key(.text("d"))),
    ("record", "start or stop recording", .key(.text("r"))),
    ("discard", "discard the recording", .key(.text("x"))),
    ("post TEXT", "post TEXT, with the recording if there is one", nil),
    ("delete N", "delete chatt number N for everyone, if it was posted from here", nil),
    (
      "unsent [play N | post N | delete N]",
      "list what an earlier run did not post, or play, post or delete number N", nil
    ),
    (
      "memo [save [TITLE] | play N | post N | rename N TITLE | delete N]",
      "list the memos, keep the recording as one, or play, post, rename or delete number N", nil
    ),
    ("refresh", "load new chatts", .key(.text("g"))),
    ("help [WORD]", "print these commands, or command WORD", nil),
    ("quit", "quit chatter", .quit),
  ]
  private static let synonyms = ["?": "help", "exit": "quit", "listen": "play"]

  var plays: Bool {
    switch self {
    case .play, .listen, .queue, .new, .key(.text("n")), .key(.text("N")), .unsent(_?, .play),
      .memo(.play):
      true
    default: false
    }
  }

  /// Whether the command presses a key, which itself checks what the command before asked.
  var isKey: Bool {
    switch self {
    case .key, .quit, .delete: true
    default: false
    }
  }

  init?(_ line: String) {
    let line = line.drop(while: \.isWhitespace)
    let word = line.prefix { !$0.isWhitespace }
    guard !word.isEmpty else { return nil }
    let rest = String(line.dropFirst(word.count).drop(while: \.isWhitespace))
    if word.lowercased() == "post" {
      self = .post(rest)
      return
    }
    let words = rest.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let command = Self.read(String(word), words) else {
      let names = Self.commands.map { Self.name(of: $0.usage) }
      self = .unknown(String(word), nearest: NearestName.nearest(to: String(word), among: names))
      return
    }
    self = command
  }

  /// Returns the lines of help for all commands, or for one; none if it is unknown.
  static func help(for word: String?) -> [String] {
    let word = word?.lowercased()
    let wanted = word.map { synonyms[$0] ?? $0 }
    return commands.filter { wanted == nil || name(of: $0.usage) == wanted }
      .map { "\($0.usage): \($0.meaning)" }
  }

  private static func name(of usage: String) -> String { String(usage.prefix { $0 != " " }) }

  private static func read(_ word: String, _ words: [String]) -> PlainCommand? {
    let word = word.lowercased()
    switch word {
    case "help", "?": return words.count <= 1 ? .help(words.first) : .wrong("help play")
    case "play", "listen":
      guard let first = words.first else { return .play }
      return only(words, Decimals.integer(first).map(PlainCommand.listen), "play 3")
    case "queue":
      guard let first = words.first else { return .queue(nil) }
      return only(words, Decimals.integer(first).map(PlainCommand.queue), "queue 3")
    case "delete":
      return only(words, words.first.flatMap(Decimals.integer).map(PlainCommand.delete), "delete 3")
    case "unsent": return unsent(words)
    case "memo": return memo(words)
    case "volume":
      guard let first = words.first else { return .volume(nil) }
      let percent = Decimals.integer(first).flatMap { $0 <= 100 ? $0 : nil }
      return only(words, percent.map { .volume(Double($0) / 100) }, "volume 80")
    case "rate":
      guard let first = words.first else { return .rate(nil) }
      let rate = Decimals.fraction(first).flatMap { 0.5...3 ~= $0 ? $0 : nil }
      return only(words, rate.map(PlainCommand.rate), "rate 1.5")
    default:
      let name = synonyms[word] ?? word
      guard let command = commands.first(where: { $0.usage == name })?.command else { return nil }
      return words.isEmpty ? command : .wrong(word)
    }
  }

  private static func unsent(_ words: [String]) -> PlainCommand {
    if words.isEmpty { return .unsent(nil, .play) }
    guard words.count == 2, let use = UnsentUse(rawValue: words[0].lowercased()),
      let number = Decimals.integer(words[1])
    else { return .wrong("unsent post 1") }
    return .unsent(number, use)
  }

  private static func memo(_ words: [String]) -> PlainCommand {
    guard let verb = words.first?.lowercased() else { return .memo(.open) }
    let rest = words.dropFirst()
    let number = rest.first.flatMap { Decimals.integer($0) }
    switch (verb, number, rest.count) {
    case ("save", _, _): return .memo(.save(title: rest.joined(separator: " ")))
    case ("rename", let number?, 2...):
      return .memo(.rename(number, title: rest.dropFirst().joined(separator: " ")))
    case ("rename", _, _): return .wrong("memo rename 1 TITLE")
    case ("play", let number?, 1): return .memo(.play(number))
    case ("post", let number?, 1): return .memo(.post(number))
    case ("delete", let number?, 1): return .memo(.delete(number))
    default: return .wrong("memo play 1")
    }
  }

  private static func only(
    _ words: [String], _ command: PlainCommand?, _ example: String
  ) -> PlainCommand {
    words.count == 1 ? command ?? .wrong(example) : .wrong(example)
  }
}

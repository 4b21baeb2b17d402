import CommandLine
import Program

/// The commands of the plain front end: a word and its arguments.
enum PlainCommand: Equatable, Sendable {
  case list
  /// Plays the clip of the chatt with this number.
  case listen(Int)
  case play, pause
  /// Plays all clips from the chatt with this number on, or from the oldest one.
  case queue(Int?)
  /// Deletes the chatt with this number for everyone.
  case delete(Int)
  /// Presses a key of the screen.
  case key(Key)
  case post(String)
  /// Sets the volume, 0...1; nil reports it.
  case volume(Double?)
  case rate(Double?)
  case repeats
  case position
  /// Uses the unsent item with this number; nil lists the items.
  case unsent(Int?, UnsentUse)
  case memo(MemoCommand)
  /// Prints the commands, or the command with this name.
  case help(String?)
  case quit
  case unknown(String, nearest: String?)
  /// A known word with invalid arguments; the value is a correct example.
  case wrong(String)

  /// The uses of what an earlier run did not post, and of a memo.
  enum UnsentUse: String, Equatable, Sendable {
    case play, post, delete
  }

  /// The words, their meanings for help, and the commands of those without arguments.
  static let commands: [(name: String, meaning: String, command: PlainCommand?)] = [
    ("list", "print the timeline, newest first, with the numbers of the chatts", .list),
    ("play", "play the clip of chatt number N, or resume", nil),
    (
      "queue", "play all clips from chatt number N on, or from the oldest, in order of arrival", nil
    ),
    ("next", "play the clip that arrived after this one", .key(.text("n"))),
    ("previous", "play the clip that arrived before this one", .key(.text("N"))),
    ("pause", "pause the clip", .pause),
    ("stop", "stop the recording, or stop the clip and return to its start", .key(.text("s"))),
    ("back", "go back, 10 seconds or as --skip says", .key(.text("b"))),
    ("forward", "go forward, 10 seconds or as --skip says", .key(.text("f"))),
    ("where", "print the position in the clip or the recording", .position),
    ("volume", "set the volume to N percent, or print it", nil),
    ("rate", "play N times as fast, from 0.5 to 3, or print the rate", nil),
    ("repeat", "turn repeat on or off", .repeats),
    ("done", "close the clip", .key(.text("d"))),
    ("record", "start or stop recording", .key(.text("r"))),
    ("discard", "discard the recording", .key(.text("x"))),
    ("post", "post TEXT, with the recording if there is one", nil),
    ("delete", "delete chatt number N for everyone, if it was posted from here", nil),
    ("unsent", "list what an earlier run did not post, or play, post or delete number N", nil),
    (
      "memo",
      "list the memos, keep the recording as one, or play, post, rename or delete number N", nil
    ),
    ("refresh", "load new chatts", .key(.text("g"))),
    ("help", "print these commands, or command WORD", nil),
    ("quit", "quit chatter", .quit),
  ]
  /// The arguments of the commands that have some, for help.
  private static let arguments = [
    "play": "[N]", "queue": "[N]", "delete": "N", "unsent": "[play N | post N | delete N]",
    "memo": "[save [TITLE] | play N | post N | rename N TITLE | delete N]", "volume": "[N]",
    "rate": "[N]", "post": "TEXT", "help": "[WORD]",
  ]
  private static let synonyms = ["?": "help", "exit": "quit", "listen": "play"]

  /// Whether the command plays a clip.
  var plays: Bool {
    switch self {
    case .play, .listen, .queue, .key(.text("n")), .key(.text("N")), .unsent(_?, .play),
      .memo(.use(_, .play)):
      true
    default: false
    }
  }

  /// Whether the command, repeated, confirms what it asked.
  var confirms: Bool {
    switch self {
    case .key, .quit, .delete, .unsent(_?, .delete), .memo(.use(_, .delete)): true
    default: false
    }
  }

  /// Parses a line; nil for a blank one.
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
      let names = Self.commands.map(\.name)
      self = .unknown(String(word), nearest: NearestName.nearest(to: String(word), among: names))
      return
    }
    self = command
  }

  /// Returns the lines of help for all commands, or for one; none if it is unknown.
  static func help(for word: String?) -> [String] {
    let name = word?.lowercased()
    let wanted = name.map { synonyms[$0] ?? $0 }
    return commands.filter { wanted == nil || $0.name == wanted }.map { command in
      command.name + (arguments[command.name].map { " " + $0 } ?? "") + ": " + command.meaning
    }
  }

  /// Parses the words of a command; nil for an unknown one.
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
      guard let command = commands.first(where: { $0.name == name })?.command else { return nil }
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

  private static func only(
    _ words: [String], _ command: PlainCommand?, _ example: String
  ) -> PlainCommand {
    words.count == 1 ? command ?? .wrong(example) : .wrong(example)
  }
}

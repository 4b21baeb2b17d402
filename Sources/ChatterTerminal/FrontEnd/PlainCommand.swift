import Program

/// The commands of the plain front end: a word and its arguments.
enum PlainCommand: Equatable, Sendable {
  case list
  /// Plays the clip of the chatt with this number.
  case listen(Int)
  case play, pause
  /// Presses a key of the screen.
  case key(Key)
  case post(String)
  /// Sets the volume, 0...1; nil reports it.
  case volume(Double?)
  case rate(Double?)
  case repeats
  case position
  case help
  case quit
  case unknown(String, nearest: String?)
  /// A known word with invalid arguments; the value is a correct example.
  case wrong(String)

  /// The words and their meanings, for help.
  static let commands: [(name: String, meaning: String)] = [
    ("list", "print the timeline, newest first, with the numbers of the chatts"),
    ("play", "play the clip of chatt number N, or resume"),
    ("pause", "pause the clip"),
    ("stop", "stop the clip and return to its start"),
    ("back", "go back 10 seconds"),
    ("forward", "go forward 10 seconds"),
    ("where", "print the position in the clip or the recording"),
    ("volume", "set the volume to N percent, or print it"),
    ("rate", "play N times as fast, from 0.5 to 3, or print the rate"),
    ("repeat", "turn repeat on or off"),
    ("done", "close the clip"),
    ("record", "start or stop recording"),
    ("discard", "discard the recording"),
    ("post", "post TEXT, with the recording if there is one"),
    ("refresh", "load new chatts"),
    ("help", "print these commands"),
    ("quit", "quit chatter"),
  ]

  /// Whether the command plays a clip.
  var plays: Bool {
    switch self {
    case .play, .listen: true
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

  /// Parses the words of a command; nil for an unknown one.
  private static func read(_ word: String, _ words: [String]) -> PlainCommand? {
    let word = word.lowercased()
    switch word {
    case "play":
      guard let first = words.first else { return .play }
      return only(words, Decimals.integer(first).map(PlainCommand.listen), "play 3")
    case "volume":
      guard let first = words.first else { return .volume(nil) }
      let percent = Decimals.integer(first).flatMap { $0 <= 100 ? $0 : nil }
      return only(words, percent.map { .volume(Double($0) / 100) }, "volume 80")
    case "rate":
      guard let first = words.first else { return .rate(nil) }
      let rate = Decimals.fraction(first).flatMap { 0.5...3 ~= $0 ? $0 : nil }
      return only(words, rate.map(PlainCommand.rate), "rate 1.5")
    default:
      guard let command = single(word) else { return nil }
      return words.isEmpty ? command : .wrong(word)
    }
  }

  private static func only(
    _ words: [String], _ command: PlainCommand?, _ example: String
  ) -> PlainCommand {
    words.count == 1 ? command ?? .wrong(example) : .wrong(example)
  }

  /// Parses a command without arguments; nil for an unknown one.
  private static func single(_ word: String) -> PlainCommand? {
    switch word {
    case "list": .list
    case "pause": .pause
    case "stop": .key(.text("s"))
    case "back": .key(.text("b"))
    case "forward": .key(.text("f"))
    case "where": .position
    case "repeat": .repeats
    case "done": .key(.text("d"))
    case "record": .key(.text("r"))
    case "discard": .key(.text("x"))
    case "refresh": .key(.text("g"))
    case "help", "?": .help
    case "quit", "exit": .quit
    default: nil
    }
  }
}

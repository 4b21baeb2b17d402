import Program

/// What can be typed in the plain front end: a word, and what follows it.
enum PlainCommand: Equatable, Sendable {
  case list
  case play(Int?)
  /// What a key of the screen does too.
  case key(Key)
  case post(String)
  case position
  case help
  case quit
  case unknown(String, nearest: String?)

  /// The words and what they do, for help.
  static let words: [(word: String, meaning: String)] = [
    ("list", "read the timeline, newest first"),
    ("play", "play the clip of chatt number N of the list, or go on playing"),
    ("pause", "hold the clip"),
    ("stop", "stop the clip, and go back to its start"),
    ("back", "go back 10 seconds"),
    ("forward", "go forward 10 seconds"),
    ("where", "say where the clip is"),
    ("done", "put the clip away"),
    ("record", "begin to record, or end it"),
    ("discard", "forget the recording"),
    ("post", "post TEXT, with the recording if there is one"),
    ("refresh", "ask the server for what is new"),
    ("help", "say these words"),
    ("quit", "end"),
  ]

  /// Reads a line; nil for a blank one.
  init?(_ line: String) {
    let line = line.drop(while: \.isWhitespace)
    let word = line.prefix { !$0.isWhitespace }
    guard !word.isEmpty else { return nil }
    let rest = String(line.dropFirst(word.count).drop(while: \.isWhitespace))
    switch word.lowercased() {
    case "list": self = .list
    case "play": self = .play(Decimals.integer(rest.filter { !$0.isWhitespace }))
    case "pause": self = .key(.text("p"))
    case "stop": self = .key(.text("s"))
    case "back": self = .key(.text("b"))
    case "forward": self = .key(.text("f"))
    case "where": self = .position
    case "done": self = .key(.text("d"))
    case "record": self = .key(.text("r"))
    case "discard": self = .key(.text("x"))
    case "post": self = .post(rest)
    case "refresh": self = .key(.text("g"))
    case "help", "?": self = .help
    case "quit", "exit": self = .quit
    default:
      let names = Self.words.map(\.word)
      self = .unknown(
        String(word), nearest: NearestName.nearest(to: String(word), among: names))
    }
  }
}

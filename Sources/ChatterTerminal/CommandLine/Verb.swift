/// The verbs of the program: its first argument, or none for the front end.
enum Verb: String, CaseIterable, Sendable {
  case frontEnd = ""
  case list
  case post
  case play
  case record
  case queue
  case server
  case completion
  case help
  case version

  /// The verbs that have a name.
  static let named = allCases.filter { $0 != .frontEnd }

  /// The verb's name in messages.
  var title: String { self == .frontEnd ? "the front end" : rawValue }

  /// The verb's arguments, as help prints them.
  var arguments: String {
    switch self {
    case .frontEnd, .list, .queue, .version: ""
    case .post: "TEXT"
    case .play: "ID|FILE|latest"
    case .record: "FILE"
    case .server: "[URL]"
    case .completion: Shell.allCases.map(\.rawValue).joined(separator: "|")
    case .help: "[VERB|\(CommandParser.manualTopic)]"
    }
  }

  /// What the verb does, in one sentence.
  var meaning: String {
    switch self {
    case .frontEnd: "Show the timeline in this terminal; play, record and post."
    case .list: "Print the timeline, newest first."
    case .post: "Post a text, with or without a clip; - reads the text from standard input."
    case .play: "Play the clip of a chatt, the latest clip, or a file."
    case .record: "Record a clip to an m4a file, until Enter or an interrupt."
    case .queue: "Play clips as they arrive, one after the other."
    case .server:
      "Save a server and its trust (default: system), or print the saved settings."
    case .completion: "Print a shell completion script."
    case .help: "Print this help, the help of one verb, or the manual page."
    case .version: "Print the version."
    }
  }

  /// The number of arguments that the verb accepts.
  var argumentCount: ClosedRange<Int> {
    switch self {
    case .frontEnd, .list, .queue, .version: 0...0
    case .post, .play, .record, .completion: 1...1
    case .server, .help: 0...1
    }
  }

  /// The verb's options, in the order of the table.
  var options: [Option] { OptionTable.all.filter { $0.verbs.contains(self) } }

  /// The verb's synopsis: `chatter post TEXT [OPTION ...]`.
  var usage: String {
    (["chatter", rawValue, arguments] + (options.isEmpty ? [] : ["[OPTION ...]"]))
      .filter { !$0.isEmpty }.joined(separator: " ")
  }
}

@testable import Arguments

extension CommandTable {
  /// A program `sample` with a verb of each kind; `verbless` gives it a verb without a name.
  static func sample(verbless: Bool = false) -> CommandTable {
    CommandTable(
      program: "sample", summary: "a program to test",
      verbs: (verbless ? [.front] : []) + [.run, .play, .save, .completion, .help, .version],
      options: [
        .config, .listen, .loops, .wait, .size, .mode, .shared, .quiet, .force, .sound, .place,
      ],
      exitCodes: [(0, "Success."), (78, "Invalid configuration.")],
      manual: Manual(
        date: "November 22, 2026", description: ".Nm\ntests.", notes: "A note on options.",
        environment: "About variables.", variables: ".It Ev HOME\nThe home.",
        files: ".It Pa /x\nA file.", exits: "About exit codes.", examples: "An example.",
        references: ".Xr sh 1"))
  }
}

extension CommandTable {
  /// A program `sample` with a verb that takes two operands.
  static let copying = CommandTable(
    program: "sample", summary: "a program to test", verbs: [.copy],
    options: [Option("wait", .number(1...9), of: [.copy], "Wait.")], exitCodes: [],
    manual: sample().manual)
}

extension Verb {
  static let front = Verb("", title: "the front end", "Show the front end.")
  static let run = Verb("run", "Run it.")
  static let play = Verb("play", takes: "ID|FILE|latest", "Play a file.")
  static let save = Verb("save", takes: "[URL]", isLineOnly: true, "Save it.")
  /// A verb with two operands, which is in a table of its own.
  static let copy = Verb("copy", takes: "ID|latest FILE", "Copy it.")
  static let help = Verb(
    "help", takes: "[VERB|manual|markdown|limits]", optionsOf: .run, "Print help.")
}

extension Option {
  static let config = Option("config", .file, of: [.run], reach: .environment, "Read a file.")
  static let listen = Option(
    "listen", .text("ADDRESS", "an address"), repeatable: true, .value("8443"), of: [.run],
    reach: .file, "Listen here.")
  static let loops = Option(
    "loops", .number(1...9), .words("the cores"), of: [.run], reach: .file, "Number of loops.")
  static let wait = Option(
    "wait", .duration(.milliseconds(1) ... .seconds(60), orOff: true), .value("off"),
    of: [.run, .play], reach: .file, "Wait this long.")
  static let size = Option(
    "size", .bytes(1...4096), .value("1KiB"), of: [.run], reach: .file, "Maximum size.")
  static let mode = Option(
    "mode", .choice(["on", "off"]), .value("on"), of: [.run], reach: .file, "Turn it on.")
  static let shared = Option(
    "shared", .text("KEY", "a key", isSecret: true), of: [.run], reach: .file,
    sharedVariable: "OTHER_KEY", "Use this key.")
  static let quiet = Option(
    "quiet", .toggle, of: [.front, .run], reach: .environment, "Print nothing.")
  static let force = Option("force", .toggle, of: [.save], "Overwrite.")
  static let sound = Option(
    "sound", .text("SOUND", "silent or file:FILE", words: ["silent", "tone:440", "file:"]),
    of: [.play], "Play here.")
  static let place = Option(
    "place", .directory, .words("the home"), of: [.front, .save], reach: .environment,
    "Save in this place | here.")
}

/// Parses a line, split at its spaces.
func parsed(_ line: String, verbless: Bool = false) throws(CommandError) -> ParsedLine {
  try ParsedLine(line.split(separator: " ").map(String.init), of: .sample(verbless: verbless))
}

/// Returns the text of the error of a line; nil if it has none.
func failure(_ line: String, verbless: Bool = false) -> String? {
  do throws(CommandError) {
    _ = try parsed(line, verbless: verbless)
    return nil
  } catch {
    return error.isUsage ? error.description : "configuration: \(error)"
  }
}

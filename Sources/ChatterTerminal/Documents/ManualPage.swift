import ChatterClient

/// The manual page, `chatter(1)`, in mdoc(7), generated from the option table.
enum ManualPage {
  /// The date of the last change beyond the options.
  static let date = "November 21, 2026"

  static var text: String {
    let lines =
      head + synopsis + description + verbs + options + environment + files + exits + examples
      + [
        ".Sh SEE ALSO", ".Xr curl 1 ,", ".Xr gst-launch-1.0 1",
      ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static let head = [
    ".\\\" Made by: chatter help manual", ".Dd \(date)", ".Dt CHATTER 1", ".Os", ".Sh NAME",
    ".Nm chatter", ".Nd read, write, hear and record short messages of a Chatter server",
  ]

  private static var synopsis: [String] {
    [".Sh SYNOPSIS"]
      + Verb.allCases.flatMap { verb -> [String] in
        var words = [".Nm"]
        if verb != .frontEnd { words.append("Cm \(verb.rawValue)") }
        if !verb.arguments.isEmpty { words.append(argument(verb)) }
        if !verb.options.isEmpty { words.append("Op Ar option ...") }
        return [words.joined(separator: " ")]
      }
  }

  private static func argument(_ verb: Verb) -> String {
    if verb == .completion {
      return Shell.allCases.map { "Cm \($0.rawValue)" }.joined(separator: " | ")
    }
    if verb == .play { return "Ar ID | FILE | Cm latest" }
    if verb == .help { return "Oo Ar VERB | Cm \(CommandParser.manualWord) Oc" }
    let name = verb.arguments.filter { $0 != "[" && $0 != "]" }
    return verb.arguments.hasPrefix("[") ? "Oo Ar \(name) Oc" : "Ar \(name)"
  }

  private static let description = [
    ".Sh DESCRIPTION", ".Nm", "talks to a Chatter server over HTTPS.",
    "Without a verb, in a terminal, it is a front end: the timeline, which renews",
    "itself, a line to write in, a button to record with, and a player;", ".Ic \\&?",
    "lists its keys.",
    "With", ".Fl -plain", "the same is said in lines, for a screen reader;", ".Ic help",
    "lists its words.",
    "From a pipe each clip is played to its end before the next, and before the end;",
    "a post that failed and was not made after all is the exit status.", ".Pp",
    "The verbs are for a line of shell and for scripts:", "what was asked for goes to standard",
    "output, all else to standard error; progress is shown to a person only.",
    "Options stand before the verb or after it.",
    "An argument that begins with a dash comes after", ".Fl - ,",
    "which ends the options.",
  ]

  private static var verbs: [String] {
    [".Bl -tag -width Ds"]
      + Verb.named.flatMap { verb in
        [
          ".It Cm \(verb.rawValue)" + (verb.arguments.isEmpty ? "" : " \(argument(verb))"),
          escaped(verb.meaning),
        ]
      } + [".El"]
  }

  private static var options: [String] {
    var lines = [".Sh OPTIONS", ".Bl -tag -width Ds"] + OptionTable.all.flatMap(option)
    for (names, meaning) in ParsedLine.flags {
      let flags = names.map { "Fl \($0.dropFirst())" }
      lines += [".It \(flags.joined(separator: " , "))", escaped(meaning)]
    }
    return lines + [".El"]
  }

  private static func option(_ option: Option) -> [String] {
    let value: String =
      switch option.syntax {
      case .toggle: ""
      case .choice(let words): " " + words.map { "Cm \($0)" }.joined(separator: " | ")
      default: " Ar \(option.syntax.name)"
      }
    var lines = [".It Fl -\(option.key.rawValue)\(value)", escaped(option.meaning)]
    if option.syntax.words.isEmpty == false, case .choice = option.syntax {
    } else if !option.syntax.words.isEmpty {
      lines.append(escaped("It is one of \(option.syntax.expectation)."))
    }
    if let text = option.byDefault { lines.append(escaped("The default is \(text).")) }
    let names = option.verbs.map(\.title).joined(separator: ", ")
    lines.append(escaped("For \(names)."))
    return lines
  }

  private static var environment: [String] {
    [
      ".Sh ENVIRONMENT", "An option that is not given is taken from its variable;",
      "an empty one counts as not set.", "The verb", ".Cm server",
      "asks no variable: it remembers what it is told.", ".Ev CHATTER_TRUST", "and",
      ".Ev CHATTER_PIN", "speak of the server in", ".Ev CHATTER_SERVER ,",
      "or, where that is not set, of whichever it is.", ".Bl -tag -width Ds",
    ]
      + OptionTable.all.compactMap { option in option.variable.map { (option, $0) } }
      .flatMap { [".It Ev \($0.1)", ".Fl -\($0.0.key.rawValue) ."] }
      + [
        ".It Ev NO_COLOR", "If set, no colour is used, unless", ".Fl -color Cm always",
        "is given.", ".It Ev LC_ALL , LC_CTYPE , LANG",
        "Whether the terminal shows UTF-8; if not, ASCII alone is used.", ".It Ev TERM , COLORTERM",
        "Which colours there are; a", ".Cm dumb",
        "terminal, or one that does not say what it is, gets the plain lines.",
        ".It Ev https_proxy , no_proxy", "A proxy, as for", ".Xr curl 1 .", ".El",
      ]
  }

  private static let files = [
    ".Sh FILES", ".Bl -tag -width Ds", ".It Pa $XDG_CONFIG_HOME/chatter/\(SettingsFile.name)",
    "What", ".Nm Cm server", "remembers, by default under", ".Pa ~/.config .",
    ".It Pa $XDG_RUNTIME_DIR/chatter-XXXXXX/recording.m4a",
    "A recording that", ".Nm Cm post", "could not post; under", ".Ev TMPDIR", "or", ".Pa /tmp",
    "where there is no such folder.",
    ".It Pa $XDG_RUNTIME_DIR/chatter-PID-*.m4a",
    "What the front end records, until it is posted or discarded, in the same places.",
    "Where its program was killed, or could not complete it in time, it stays there,",
    "and the front end tells of it when it begins again.",
    ".It Pa $XDG_STATE_HOME/chatter/unsent-*", "What was recorded or written in the front end, and",
    "not posted when a signal or the end of its terminal ended it, by default under",
    ".Pa ~/.local/state .", ".El",
  ]

  private static let listMebibytesMax = TransferLimits().responseBytesMax >> 20

  private static var exits: [String] {
    [".Sh EXIT STATUS", ".Bl -tag -width Ds"]
      + ExitCode.allCases.flatMap { [".It \($0.rawValue)", escaped($0.meaning)] }
      + [
        ".El", ".Pp", "A list that with its clips is larger than \(listMebibytesMax) MiB comes",
        "without them, and", ".Cm list", "says so; for", ".Cm list Fl -json ,", ".Cm play", "and",
        ".Cm queue", "that is a failure (\(ExitCode.data.rawValue)).", ".Pp",
        "Where the reader of standard output goes before the end, a verb ends by",
        ".Dv SIGPIPE ,", "as other programs of a pipeline do.",
      ]
  }

  private static let examples = [
    ".Sh EXAMPLES", "Remember a server on this machine, and say something:",
    ".Bd -literal -offset indent",
    "chatter server https://localhost:8443 --trust certs/chatterd.crt",
    "chatter post 'Good morning' --record --for 5s", "chatter play latest", ".Ed", ".Pp",
    "All messages of one person, for a script:", ".Bd -literal -offset indent",
    "chatter list --json | jq -r 'select(.username == \"ann\") | .message'", ".Ed",
  ]

  /// Returns text in lines short enough for mandoc(1), and escaped so that no line is a request.
  private static func escaped(_ text: String) -> String {
    var lines: [String] = []
    var line = ""
    for word in text.replacing("\\", with: "\\e").split(separator: " ") {
      if !line.isEmpty, line.count + word.count > 76 {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " " + word
    }
    return (lines + [line])
      .map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&" + $0 : $0 }
      .joined(separator: "\n").replacing("--", with: "\\-\\-")
  }
}

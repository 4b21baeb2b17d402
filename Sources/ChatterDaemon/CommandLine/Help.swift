/// The texts of `chatterd help`, generated from the option table.
enum Help {
  static let columnsMax = 100

  static func text(_ topic: HelpTopic) -> String {
    switch topic {
    case .program:
      lines(program + rules + ["", "Options:"] + options(OptionTable.all, verbs: true))
    case .verb(let verb): lines(self.verb(verb))
    case .markdown: OptionTable.markdown
    case .limits(let configuration): lines(limits(configuration))
    }
  }

  private static func lines(_ lines: [String]) -> String {
    lines.joined(separator: "\n") + "\n"
  }

  private static let program: [String] =
    ["chatterd: the server of Chatter over HTTPS, on PostgreSQL.", "", "Usage:"]
    + Verb.allCases.flatMap { verb in
      ["  " + usage(verb), "      " + verb.meaning]
    }

  private static let rules: [String] = [
    "",
    "Each option is a flag, an environment variable and a line of the file that --config names.",
    "A flag goes before the environment, the environment before the file, the file before the",
    "default. An empty variable counts as not set. Repeatable options may be given several times,",
    "or several values with commas between them.",
    "",
    "Exit codes: 0 done; 2 wrong usage; 70 a fault of the program; 75 not now, perhaps later (the",
    "database is away); 78 wrong configuration or certificate, which a restart will not mend.",
  ]

  private static func verb(_ verb: Verb) -> [String] {
    let head = ["Usage: " + usage(verb), "", verb.meaning]
    return verb.options.isEmpty
      ? head : head + ["", "Options:"] + options(verb.options, verbs: false)
  }

  private static func usage(_ verb: Verb) -> String {
    "chatterd \(verb.rawValue)" + (verb.arguments.isEmpty ? "" : " " + verb.arguments)
  }

  private static func options(_ options: [Option], verbs: Bool) -> [String] {
    options.flatMap { option in
      ["  " + option.usage + (option.isRepeatable ? " ..." : "")]
        + wrapped(option.meaning) + wrapped(homes(option, verbs: verbs))
    }
  }

  /// Returns the other places where the option can be set, and its default.
  private static func homes(_ option: Option, verbs: Bool) -> String {
    let variables = [option.environmentVariable, option.sharedVariable].compactMap(\.self)
    let parts = [
      variables.joined(separator: " or "),
      option.fileKey.map { "in the file: \($0)" },
      "default: \(option.defaultText)",
      verbs ? "for \(option.verbs.map(\.rawValue).joined(separator: ", "))" : nil,
    ]
    return "[" + parts.compactMap(\.self).joined(separator: "; ") + "]"
  }

  /// Wraps a text at its spaces so that each line fits.
  static func wrapped(_ text: String, indent: Int = 6) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if indent + line.count + 1 + word.count > columnsMax {
        lines.append(margin + line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [margin + line]
  }
}

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
    ["chatterd: the Chatter server, over HTTPS and on PostgreSQL.", "", "Usage:"]
    + Verb.allCases.flatMap { verb in
      ["  " + usage(verb), "      " + verb.meaning]
    }

  private static let rules: [String] = [
    "",
    "Each option can be set as a flag, as an environment variable, or in the file that --config",
    "names. A flag overrides the environment, the environment overrides the file, and the file",
    "overrides the default. An empty variable counts as unset. Repeatable options may be given",
    "several times, or once with several values separated by commas.",
    "",
    "Exit codes: 0 success; 2 usage error; 70 internal error; 75 temporary failure (such as an",
    "unavailable database); 78 configuration or certificate error, which a restart does not fix.",
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
        + wrapped(option.meaning) + wrapped(sources(option, verbs: verbs))
    }
  }

  /// Returns the other places where the option can be set, and its default.
  private static func sources(_ option: Option, verbs: Bool) -> String {
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

/// The output of `chatter help`, generated from the option table.
enum Help {
  static let columnsMax = 80

  static func text(_ verb: Verb?) -> String {
    let lines = verb.map(Self.lines) ?? program
    return lines.joined(separator: "\n") + "\n"
  }

  private static var program: [String] {
    var lines = [
      "chatter: read and post short texts and audio clips on a Chatter server.", "", "Usage:",
    ]
    for verb in Verb.allCases {
      lines.append("  " + verb.usage)
      lines += wrapped(verb.meaning, indent: 6)
    }
    lines += ["", "Options (before or after the verb):"]
    lines += OptionTable.all.flatMap { Self.lines($0, of: nil) }
    for (names, meaning) in ParsedLine.flags {
      lines += ["  " + names.joined(separator: ", ")] + wrapped(meaning, indent: 6)
    }
    lines += ["", "Exit codes:"]
    lines += ExitCode.allCases.map { code in
      "  \(code.rawValue < 10 ? " " : "")\(code.rawValue)  \(code.meaning)"
    }
    return lines
  }

  private static func lines(_ verb: Verb) -> [String] {
    var lines = ["Usage: " + verb.usage, ""] + wrapped(verb.meaning, indent: 0)
    if !verb.options.isEmpty {
      lines += ["", "Options:"] + verb.options.flatMap { Self.lines($0, of: verb) }
    }
    return lines
  }

  /// Returns the lines of an option for one verb, or for all verbs.
  private static func lines(_ option: Option, of verb: Verb?) -> [String] {
    // `server` stores only what was typed: it reads no variables, and keeps the other settings.
    let variable = verb == .server ? nil : option.variable
    let byDefault = verb == .server ? nil : option.byDefault
    let facts = [
      byDefault.map { "default: \($0)" },
      variable.map { "variable: \($0)" },
      verb == nil ? "for \(option.verbs.map(\.title).joined(separator: ", "))" : nil,
    ].compactMap(\.self)
    return ["  " + option.usage] + wrapped(option.meaning, indent: 6)
      + (facts.isEmpty ? [] : wrapped("[\(facts.joined(separator: "; "))]", indent: 6))
  }

  /// Breaks a text at its spaces so that each line fits.
  private static func wrapped(_ text: String, indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, indent + line.count + 1 + word.count > columnsMax {
        lines.append(margin + line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " " + word
    }
    return lines + [margin + line]
  }
}

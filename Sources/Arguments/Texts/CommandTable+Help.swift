extension CommandTable {
  /// Maximum length of a line of help.
  public static let columnsMax = 80

  /// The flags that belong to no verb: their names and meanings.
  static let commonFlags = [
    (names: ParsedLine.helpFlags, meaning: "Print the help of the given verb, or of all verbs."),
    (names: [ParsedLine.versionFlag], meaning: "Print the version; must be the only argument."),
  ]

  /// The help of all verbs and options. Ends with a line feed.
  public var help: String {
    var lines = ["\(program): \(summary).", "", "Usage:"]
    for verb in verbs {
      lines.append("  " + usage(of: verb))
      lines += Self.wrapped(verb.meaning, indent: 6)
    }
    if !manual.notes.isEmpty { lines += [""] + Self.wrapped(manual.notes) }
    lines += ["", "Options (before or after the verb):"]
    lines += options.flatMap { self.lines($0, of: nil) }
    for (names, meaning) in Self.commonFlags {
      lines += ["  " + names.joined(separator: ", ")] + Self.wrapped(meaning, indent: 6)
    }
    lines += ["", "Exit codes:"]
    for (code, meaning) in exitCodes {
      lines.append("  \(code < 10 ? " " : "")\(code)  \(meaning)")
    }
    return Self.text(lines)
  }

  /// Returns the help of one verb. Ends with a line feed.
  public func help(of verb: Verb) -> String {
    // Only one topic of help takes the options of another verb.
    let options = options.filter { option in
      option.verbs.contains(verb)
        || accepts(option, verb) && !verb.operands.contains(where: \.takesVerb)
    }
    var lines = ["Usage: " + usage(of: verb), ""] + Self.wrapped(verb.meaning)
    if !options.isEmpty {
      lines += ["", "Options:"] + options.flatMap { self.lines($0, of: verb) }
    }
    return Self.text(lines)
  }

  private func lines(_ option: Option, of verb: Verb?) -> [String] {
    let isLineOnly = verb?.isLineOnly ?? false
    let variables = isLineOnly ? [] : variables(of: option)
    let facts = [
      isLineOnly ? nil : option.byDefault.map { "default: \($0.text)" },
      variables.isEmpty ? nil : "variable: \(variables.joined(separator: " or "))",
      verb == nil ? "for \(option.verbs.map(\.title).joined(separator: ", "))" : nil,
    ].compactMap(\.self)
    return ["  " + option.usage + (option.isRepeatable ? " ..." : "")]
      + Self.wrapped(option.meaning, indent: 6)
      + (facts.isEmpty ? [] : Self.wrapped("[\(facts.joined(separator: "; "))]", indent: 6))
  }

  private static func text(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }

  /// Breaks a text at its spaces so that each line fits.
  public static func wrapped(
    _ text: String, indent: Int = 0, columnsMax: Int = Self.columnsMax
  ) -> [String] {
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

extension CommandTable {
  /// The option table of docs/operate/options.md. Ends with a line feed.
  var markdown: String {
    let head = ["flag", "environment", "file", "default", "verbs", "meaning"]
    let rows = options.map { option in
      [
        Self.code(option.usage) + (option.isRepeatable ? ", repeatable" : ""),
        variables(of: option).map(Self.code).joined(separator: " or "),
        option.reach == .file ? Self.code(option.name) : "",
        Self.byDefault(option),
        option.verbs.map(\.title).joined(separator: ", "),
        Self.escaped(option.meaning),
      ]
    }
    return ([head, head.map { _ in "---" }] + rows)
      .map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }

  private static func byDefault(_ option: Option) -> String {
    switch option.byDefault {
    case .value(let text): code(text)
    case .words(let text): escaped(text)
    case nil: ""
    }
  }

  private static func code(_ text: String) -> String { "`\(escaped(text))`" }

  /// A bar would end the cell, and an asterisk could start emphasis.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if character == "|" || character == "*" { result.append("\\") }
      result.append(character)
    }
  }
}

extension OptionTable {
  /// The option table of docs/options.md. Ends with a line feed.
  static var markdown: String {
    let head = ["flag", "environment", "file", "default", "verbs", "meaning"]
    let rows = all.map { option in
      [
        code(option.usage) + (option.isRepeatable ? ", repeatable" : ""),
        ([option.environmentVariable, option.sharedVariable].compactMap(\.self).map(code))
          .joined(separator: " or "),
        option.fileKey.map(code) ?? "",
        byDefault(option),
        option.verbs.map(\.rawValue).joined(separator: ", "),
        escaped(option.meaning),
      ]
    }
    return ([head, head.map { _ in "---" }] + rows)
      .map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }

  private static func byDefault(_ option: Option) -> String {
    switch option.byDefault {
    case .value(let text): code(text)
    case .words(let text): escaped(text)
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

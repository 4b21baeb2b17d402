extension Completion {
  static var fish: [String] {
    var lines = fishFunctions
    for verb in Verb.named {
      lines.append(
        "complete -c chatter -n '__chatter_fits \(flags(of: verb))' -a \(verb.rawValue)"
          + " -d '\(fishText(verb.meaning))'")
    }
    for verb in Verb.named {
      let condition = "'__chatter_is \(verb.rawValue)'"
      for word in arguments(of: verb) {
        lines.append("complete -c chatter -n \(condition) -a \(word)")
      }
      if takesFile(verb) { lines.append("complete -c chatter -n \(condition) -F") }
      lines += verb.options.map { fishLine($0, condition: condition) }
    }
    let fits = "'__chatter_fits \(flags(of: .frontEnd))'"
    lines += Verb.frontEnd.options.map { fishLine($0, condition: fits) }
    return lines + [
      "complete -c chatter -l help -d '\(fishText(Verb.help.meaning))'",
      "complete -c chatter -n __chatter_begins -l version -d '\(fishText(Verb.version.meaning))'",
    ]
  }

  private static var fishFunctions: [String] {
    var lines = [
      "# fish completion for chatter. Save as ~/.config/fish/completions/chatter.fish",
      "complete -c chatter -f",
      "function __chatter_files",
      "  set -l word (string replace -r '^--[a-z]+=' '' -- (commandline -ct))",
      "  string match -q 'file:*' -- $word; or return",
      "  for path in (complete -C \"'' \"(string sub -s 6 -- $word)); echo file:$path; end",
      "end",
      "function __chatter_begins",
      "  test (count (commandline -opc)) = 1",
      "end",
    ]
    lines += fishWalk(
      "# Prints the first word that is neither an option nor an option value.", "__chatter_verb",
      option: [], other: ["echo -- $word", "return"], after: [])
    lines += [
      "function __chatter_is",
      "  set -l verb (__chatter_verb)",
      "  test \"$verb\" = $argv[1]",
      "end",
    ]
    return lines
      + fishWalk(
        "# Whether there is no verb yet, and all options so far are among these.",
        "__chatter_fits",
        option: [
          "set -l flag (string replace -r '=.*' '' -- $word)",
          "contains -- $flag $argv --help -h; or return 1",
        ], other: ["return 1"], after: ["return 0"])
  }

  /// A function that walks over the words before the cursor and skips the values of options.
  private static func fishWalk(
    _ comment: String, _ name: String, option: [String], other: [String], after: [String]
  ) -> [String] {
    var lines = [
      comment, "function \(name)",
      "  set -l skips no",
      "  for word in (commandline -opc)[2..-1]",
      "    if test $skips = yes",
      "      set skips no",
      "    else if string match -q -- '-*' $word",
    ]
    lines += option.map { "      \($0)" }
    lines += [
      "      if contains -- $word \(flagsWithValue.joined(separator: " "))",
      "        set skips yes",
      "      end",
      "    else",
    ]
    lines += other.map { "      \($0)" }
    lines += ["    end", "  end"]
    return lines + after.map { "  \($0)" } + ["end"]
  }

  private static func fishLine(_ option: Option, condition: String) -> String {
    var line = "complete -c chatter -n \(condition) -l \(option.key.rawValue)"
    let files = option.syntax.isSound ? ["(__chatter_files)"] : []
    let words = (valueWords(option) + files).joined(separator: " ")
    if option.syntax.isFile {
      line += " -r -F"
    } else if option.syntax != .toggle {
      line += " -x"
    }
    if !words.isEmpty { line += " -a '\(words)'" }
    return line + " -d '\(fishText(option.meaning))'"
  }

  private static func fishText(_ text: String) -> String { text.replacing("'", with: "\\'") }
}

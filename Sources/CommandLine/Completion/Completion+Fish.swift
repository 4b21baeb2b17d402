extension Completion {
  var fish: [String] {
    var lines = fishFunctions
    for verb in table.named {
      lines.append(
        "\(complete) -n '__\(program)_fits \(flags(table.options(of: verb)))' -a \(verb.name)"
          + " -d '\(Self.fishText(verb.meaning))'")
    }
    for verb in table.named {
      let condition = "'__\(program)_is \(verb.name)'"
      lines += words(of: verb).map { "\(complete) -n \(condition) -a \($0)" }
      if verb.takesFile { lines.append("\(complete) -n \(condition) -F") }
      lines += table.options(of: verb).map { fishLine($0, condition: condition) }
    }
    lines += table.verblessOptions.map { fishLine($0, condition: "__\(program)_verbless") }
    let help = Self.fishText(CommandTable.commonFlags[0].meaning)
    return lines + [
      "\(complete) -l help -d '\(help)'",
      "\(complete) -n __\(program)_begins -l version -d '\(Self.fishText(Verb.version.meaning))'",
    ]
  }

  private var complete: String { "complete -c \(program)" }

  private var fishFunctions: [String] {
    let start = [
      "# fish completion for \(program). Save as ~/.config/fish/completions/\(program).fish",
      "\(complete) -f",
      "function __\(program)_files",
      "  set -l word (string replace -r '^--[a-z-]+=' '' -- (commandline -ct))",
      "  string match -q 'file:*' -- $word; or return",
      "  for path in (complete -C \"'' \"(string sub -s 6 -- $word)); echo file:$path; end",
      "end",
      "function __\(program)_begins",
      "  test (count (commandline -opc)) = 1",
      "end",
    ]
    let verb = fishWalk(
      "# Prints the first word that is neither an option nor an option value.",
      "__\(program)_verb", option: [], other: ["echo -- $word", "return"], after: [])
    let fits = fishWalk(
      "# Whether there is no verb yet, and all options so far are among these.",
      "__\(program)_fits",
      option: [
        "set -l flag (string replace -r '=.*' '' -- $word)",
        "contains -- $flag $argv --help -h; or return 1",
      ], other: ["return 1"], after: ["return 0"])
    return start + verb + [
      "function __\(program)_is",
      "  set -l verb (__\(program)_verb)",
      "  test \"$verb\" = $argv[1]",
      "end",
    ] + fits + [
      "function __\(program)_verbless",
      "  __\(program)_fits \(flags(table.verblessOptions))",
      "end",
    ]
  }

  /// A function that walks over the words before the cursor and skips the values of options.
  private func fishWalk(
    _ comment: String, _ name: String, option: [String], other: [String], after: [String]
  ) -> [String] {
    [
      comment, "function \(name)",
      "  set -l skips no",
      "  for word in (commandline -opc)[2..-1]",
      "    if test $skips = yes",
      "      set skips no",
      "    else if string match -q -- '-*' $word",
    ] + option.map { "      \($0)" } + [
      "      if contains -- $word \(flagsWithValue.joined(separator: " "))",
      "        set skips yes",
      "      end",
      "    else",
    ] + other.map { "      \($0)" } + ["    end", "  end"] + after.map { "  \($0)" } + ["end"]
  }

  private func fishLine(_ option: Option, condition: String) -> String {
    let syntax = option.syntax
    var line = "\(complete) -n \(condition) -l \(option.name)"
    var words = syntax.words
    if syntax.takesFileAfterPrefix { words.append("(__\(program)_files)") }
    if syntax == .directory { words.append("(__fish_complete_directories)") }
    if syntax.takesFile {
      line += " -r -F"
    } else if syntax != .toggle {
      line += " -x"
    }
    if !words.isEmpty { line += " -a '\(words.joined(separator: " "))'" }
    return line + " -d '\(Self.fishText(option.meaning))'"
  }

  private static func fishText(_ text: String) -> String { text.replacing("'", with: "\\'") }
}

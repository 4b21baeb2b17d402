/// A shell for which a completion script is available.
public enum Shell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish
}

extension CommandTable {
  /// Returns a script that completes verbs, options and values in a shell.
  ///
  /// Before a verb it offers the verbs that accept the options already typed, as the parser does.
  public func completion(for shell: Shell) -> String {
    let completion = Completion(table: self)
    let lines =
      switch shell {
      case .bash: completion.bash
      case .zsh: completion.zsh
      case .fish: completion.fish
      }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// What the completion scripts of the shells have in common.
struct Completion {
  let table: CommandTable

  var program: String { table.program }
  var verbs: [String] { table.named.map(\.name) }

  /// The options that are followed by a value, unless an equals sign joins the two.
  var flagsWithValue: [String] { table.options.filter { $0.syntax != .toggle }.map(\.flag) }

  /// Returns flags, separated by spaces.
  func flags(_ options: [Option]) -> String { options.map(\.flag).joined(separator: " ") }

  /// Returns the fixed words that a verb accepts as its operand.
  func words(of verb: Verb) -> [String] { (verb.takesVerb ? verbs : []) + verb.words }

  /// Functions for bash and zsh that print the options of a verb, and test whether it has all
  /// options of a list.
  var optionFunctions: [String] {
    let cases =
      [("''", table.verblessOptions)] + table.named.map { ($0.name, table.options(of: $0)) }
    return ["_\(program)_options() {", "  case $1 in"]
      + cases.map { "    \($0)) printf '%s' '\(flags($1))' ;;" }
      + [
        "    *) return 1 ;;", "  esac", "}",
        "_\(program)_has() {",
        "  local flag options",
        "  options=\" $(_\(program)_options \"$1\") \"",
        "  shift",
        "  for flag in \"$@\"; do [[ $options == *\" $flag \"* ]] || return 1; done",
        "}",
      ]
  }

  /// Returns a `case` for bash and zsh that reads a word of an array: it finds the verb, or an
  /// option before it, whose value it skips.
  func cases(word: String) -> [String] {
    [
      "    case ${\(word)} in",
      "      --version) verb=version ;;",
      "      --) verb=-- ;;",
      "      --help | -h) ;;",
      "      \(flagsWithValue.joined(separator: " | ")))",
      "        flags+=(\"${\(word)}\")",
      "        ((index += 1))",
      "        ;;",
      "      -*) flags+=(\"${\(word)%%=*}\") ;;",
      "      *) verb=${\(word)} ;;",
      "    esac",
    ]
  }
}

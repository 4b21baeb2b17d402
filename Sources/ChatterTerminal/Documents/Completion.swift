/// Scripts that complete verbs, options and values in a shell, generated from the option table.
///
/// Before a verb they offer the verbs that accept the options already typed, as the parser does.
enum Completion {
  static func text(for shell: Shell) -> String {
    let lines =
      switch shell {
      case .bash: bash
      case .zsh: zsh
      case .fish: fish
      }
    return lines.joined(separator: "\n") + "\n"
  }

  static let verbs = Verb.named.map(\.rawValue)

  /// The options that are followed by a value, unless an equals sign joins the two.
  static let flagsWithValue = OptionTable.all.filter { $0.syntax != .toggle }.map(\.flag)

  /// Returns the flags of a verb, separated by spaces.
  static func flags(of verb: Verb) -> String {
    verb.options.map(\.flag).joined(separator: " ")
  }

  /// Returns the fixed words that a verb accepts as its argument.
  static func arguments(of verb: Verb) -> [String] {
    switch verb {
    case .play: ["latest"]
    case .completion: Shell.allCases.map(\.rawValue)
    case .help: verbs + [CommandParser.manualTopic]
    default: []
    }
  }

  static func takesFile(_ verb: Verb) -> Bool { verb == .play || verb == .record }

  /// Returns the fixed words that an option accepts as its value.
  static func valueWords(_ option: Option) -> [String] {
    option.key == .trust ? [CommandParser.systemValue] : option.syntax.words
  }

  /// Functions for bash and zsh that print the options of a verb, and test whether it has all
  /// options of a list.
  static var optionFunctions: [String] {
    let cases = Verb.allCases.map { verb in
      "    \(verb == .frontEnd ? "''" : verb.rawValue)) printf '%s' '\(flags(of: verb))' ;;"
    }
    return ["_chatter_options() {", "  case $1 in"] + cases + [
      "    *) return 1 ;;", "  esac", "}",
      "_chatter_has() {",
      "  local flag options",
      "  options=\" $(_chatter_options \"$1\") \"",
      "  shift",
      "  for flag in \"$@\"; do [[ $options == *\" $flag \"* ]] || return 1; done",
      "}",
    ]
  }

  /// Returns a `case` for bash and zsh that reads a word of an array: it finds the verb, or an
  /// option before it, whose value it skips.
  static func cases(word: String) -> [String] {
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

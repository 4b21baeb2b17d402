/// What makes a shell complete verbs, options and values, made from the option table.
///
/// Before a verb those verbs are offered which take the options that stand there, as the parser does.
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

  /// The options after which a value stands, where it is not joined by an equals sign.
  static let flagsWithValue = OptionTable.all.filter { $0.syntax != .toggle }.map(\.flag)

  /// The options of a verb, with blanks between them.
  static func flags(of verb: Verb) -> String {
    verb.options.map(\.flag).joined(separator: " ")
  }

  /// The words that can stand where a verb's argument does.
  static func arguments(of verb: Verb) -> [String] {
    switch verb {
    case .play: ["latest"]
    case .completion: Shell.allCases.map(\.rawValue)
    case .help: verbs + [CommandParser.manualWord]
    default: []
    }
  }

  static func takesFile(_ verb: Verb) -> Bool { verb == .play || verb == .record }

  /// The words that a value may be.
  static func valueWords(_ option: Option) -> [String] {
    option.key == .trust ? [CommandParser.systemWord] : option.syntax.words
  }

  /// Of bash and zsh: the options of a verb, and whether it has all of some.
  static var functionsOfOptions: [String] {
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

  /// Of bash and zsh: looks in a word of an array for the verb, or an option before it, whose value is
  /// passed over.
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

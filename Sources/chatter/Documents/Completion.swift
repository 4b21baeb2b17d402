/// What makes a shell complete verbs, options and values, made from the option table.
enum Completion {
  static func text(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private static let verbs = Verb.named.map(\.rawValue)

  /// The words that can stand where a verb's argument does.
  private static func arguments(of verb: Verb) -> [String] {
    switch verb {
    case .play: ["latest"]
    case .completion: Shell.allCases.map(\.rawValue)
    case .help: verbs + [CommandParser.manualWord]
    default: []
    }
  }

  private static func takesFile(_ verb: Verb) -> Bool { verb == .play || verb == .record }

  // MARK: bash

  private static var bash: String {
    let lines =
      [
        "# bash completion of chatter; in ~/.bashrc:  eval \"$(chatter completion bash)\"",
        "_chatter() {",
      ] + bashWords + ["  case $before in"] + OptionTable.all.compactMap(bashOption)
      + ["    *)", "      case $verb in"] + Verb.named.map(bashVerb)
      + ["        *) words='\(bashFirst)' ;;", "      esac ;;", "  esac"] + bashReplies
      + ["}", "complete -F _chatter chatter"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// What is typed, and what stands before it. Readline takes words apart at colons and equals
  /// signs; here they are whole again.
  private static let bashWords = [
    "  local index=$COMP_CWORD word=${COMP_WORDS[COMP_CWORD]} verb=${COMP_WORDS[1]}",
    "  local before joined='' words='' files=''",
    "  while ((index > 1)) && [[ $word == [:=]* || $word != -* && ${COMP_WORDS[index-1]} == *[:=] ]]; do",
    "    word=${COMP_WORDS[index-1]}$word",
    "    ((index--))",
    "  done",
    "  before=${COMP_WORDS[index-1]}",
    "  if [[ $word == --*=* ]]; then",
    "    before=${word%%=*} joined=${word%%=*}=",
    "    word=${word#*=}",
    "  fi",
    "  ((index > 1)) || verb=''",
  ]

  /// The value of an option; of those that take none, what follows is no value.
  private static func bashOption(_ option: Option) -> String? {
    if option.syntax == .toggle { return nil }
    let words = valueWords(option)
    let files = option.syntax.isFile ? " files=yes" : option.syntax.isSound ? " files=file:" : ""
    return "    \(option.flag)) words='\(words.joined(separator: " "))'\(files) ;;"
  }

  private static func bashVerb(_ verb: Verb) -> String {
    let words = arguments(of: verb) + verb.options.map(\.flag) + ["--help"]
    let files = takesFile(verb) ? " files=yes" : ""
    return "        \(verb.rawValue)) words='\(words.joined(separator: " "))'\(files) ;;"
  }

  private static var bashFirst: String {
    (verbs + Verb.frontEnd.options.map(\.flag) + ["--help", "--version"]).joined(separator: " ")
  }

  /// Names of files are told as such, and no others: a verb may be the name of a folder.
  private static let bashReplies = [
    "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")",
    "  if [[ $files == yes && $word != -* ]]; then",
    "    mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- \"$word\")",
    "    compopt -o filenames 2>/dev/null",
    "  elif [[ $files == file: && $word == file:* ]]; then",
    "    mapfile -t COMPREPLY < <(compgen -P file: -f -- \"${word#file:}\")",
    "    compopt -o filenames 2>/dev/null",
    "  fi",
    "  # Readline keeps what comes before the last of its breaks.",
    "  if [[ $word == *:* && $COMP_WORDBREAKS == *:* ]]; then",
    "    COMPREPLY=(\"${COMPREPLY[@]#\"${word%\"${word##*:}\"}\"}\")",
    "  fi",
    "  [[ $COMP_WORDBREAKS == *=* ]] || COMPREPLY=(\"${COMPREPLY[@]/#/$joined}\")",
    "  [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *: ]] && compopt -o nospace 2>/dev/null",
    "  return 0",
  ]

  /// The words that a value may be.
  private static func valueWords(_ option: Option) -> [String] {
    option.key == .trust ? [CommandParser.systemWord] : option.syntax.words
  }

  // MARK: zsh

  private static var zsh: String {
    var lines = [
      "#compdef chatter",
      "# zsh completion of chatter; into a folder of $fpath, under the name _chatter, or in ~/.zshrc",
      "# after compinit:  source <(chatter completion zsh)",
      "_chatter_source() {\(zshSound(.source))}", "_chatter_sink() {\(zshSound(.sink))}",
      "_chatter() {",
      "  local -a verbs=(",
    ]
    lines += Verb.named.map { "    '\($0.rawValue):\(zshText($0.meaning))'" }
    lines += [
      "  )",
      "  if ((CURRENT == 2)) && [[ ${words[2]} != -* ]]; then",
      "    _describe -t verbs verb verbs", "    return", "  fi",
      "  case ${words[2]} in",
    ]
    for verb in Verb.named + [.frontEnd] {
      let pattern = verb == .frontEnd ? "*" : verb.rawValue
      let operands = zshOperands(verb)
      lines.append("    \(pattern))")
      lines.append("      _arguments -S \\")
      for option in verb.options { lines.append("        '\(zshSpecification(option))' \\") }
      lines.append("        '--help[\(zshText(Verb.help.meaning))]' \\")
      if verb == .frontEnd {
        lines.append("        '--version[\(zshText(Verb.version.meaning))]' \\")
      }
      lines.append("        \(operands)")
      lines.append("      ;;")
    }
    lines += [
      "  esac", "}",
      "if [[ ${funcstack[1]} == _chatter ]]; then _chatter \"$@\"; else compdef _chatter chatter; fi",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func zshOperands(_ verb: Verb) -> String {
    let words = arguments(of: verb).joined(separator: " ")
    if takesFile(verb) {
      return words.isEmpty
        ? "'2:file:_files'"
        : "'2:clip:\(zshWordsOrFiles(words))'"
    }
    // An action of a blank would tell of an argument, and complete nothing before the second Tab.
    return words.isEmpty ? "'*:word:()'" : "'2:word:(\(words))'"
  }

  /// `file:` is followed by the name of a file, and by no blank.
  private static func zshSound(_ syntax: ValueSyntax) -> String {
    let words = syntax.words.filter { $0 != "file:" }.joined(separator: " ")
    return
      " if compset -P file:; then _files; else compadd -- \(words); compadd -S '' -- file:; fi; "
  }

  private static func zshSpecification(_ option: Option) -> String {
    let about = "[\(zshText(option.meaning))]"
    if option.syntax == .toggle { return option.flag + about }
    let head = "\(option.flag)=\(about):\(option.syntax.name.lowercased()):"
    if option.syntax.isSound { return head + "_chatter_\(option.key.rawValue)" }
    let words = valueWords(option).joined(separator: " ")
    if option.syntax.isFile {
      return head + (words.isEmpty ? "_files" : zshWordsOrFiles(words))
    }
    return head + (words.isEmpty ? " " : "(\(words))")
  }

  private static func zshWordsOrFiles(_ words: String) -> String {
    "_alternative \"words:word:(\(words))\" \"files:file:_files\""
  }

  private static func zshText(_ text: String) -> String {
    text.replacing("'", with: "").replacing("[", with: "(").replacing("]", with: ")")
      .replacing(":", with: " -")
  }

  // MARK: fish

  private static var fish: String {
    var lines = [
      "# fish completion of chatter; into ~/.config/fish/completions/chatter.fish",
      "complete -c chatter -f",
      "function __chatter_files",
      "  set -l word (string replace -r '^--[a-z]+=' '' -- (commandline -ct))",
      "  string match -q 'file:*' -- $word; or return",
      "  for path in (complete -C \"'' \"(string sub -s 6 -- $word)); echo file:$path; end",
      "end",
    ]
    for verb in Verb.named {
      lines.append(
        "complete -c chatter -n __fish_use_subcommand -a \(verb.rawValue) -d '\(fishText(verb.meaning))'"
      )
    }
    for verb in Verb.named {
      let condition = "'__fish_seen_subcommand_from \(verb.rawValue)'"
      for word in arguments(of: verb) {
        lines.append("complete -c chatter -n \(condition) -a \(word)")
      }
      if takesFile(verb) { lines.append("complete -c chatter -n \(condition) -F") }
      lines += verb.options.map { fishLine($0, condition: condition) }
    }
    lines += Verb.frontEnd.options.map { fishLine($0, condition: "__fish_use_subcommand") }
    lines += [
      "complete -c chatter -l help -d '\(fishText(Verb.help.meaning))'",
      "complete -c chatter -n __fish_use_subcommand -l version -d '\(fishText(Verb.version.meaning))'",
    ]
    return lines.joined(separator: "\n") + "\n"
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

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
    var lines = [
      "# bash completion of chatter; in ~/.bashrc:  eval \"$(chatter completion bash)\"",
      "_chatter() {",
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]}",
      "  COMPREPLY=()",
      "  case $before in",
    ]
    for option in OptionTable.all where option.syntax != .toggle {
      let reply =
        option.syntax.isFile
        ? "compgen -f -- \"$word\"" : "compgen -W '\(words(option.syntax))' -- \"$word\""
      lines.append("    \(option.flag)) mapfile -t COMPREPLY < <(\(reply)); return ;;")
    }
    lines += ["  esac", "  case $verb in"]
    for verb in Verb.named {
      let all = (arguments(of: verb) + verb.options.map(\.flag) + ["--help"]).joined(separator: " ")
      let files = takesFile(verb) ? "; compgen -f -- \"$word\"" : ""
      lines.append(
        "    \(verb.rawValue)) ((COMP_CWORD > 1)) && mapfile -t COMPREPLY < "
          + "<(compgen -W '\(all)' -- \"$word\"\(files)) && return ;;")
    }
    let first = (verbs + Verb.frontEnd.options.map(\.flag) + ["--help", "--version"])
      .joined(separator: " ")
    lines += [
      "  esac", "  mapfile -t COMPREPLY < <(compgen -W '\(first)' -- \"$word\")", "}",
      "complete -o filenames -F _chatter chatter",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func words(_ syntax: ValueSyntax) -> String { syntax.words.joined(separator: " ") }

  // MARK: zsh

  private static var zsh: String {
    var lines = [
      "#compdef chatter",
      "# zsh completion of chatter; into a folder of $fpath, under the name _chatter, or in ~/.zshrc",
      "# after compinit:  source <(chatter completion zsh)",
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
        : "'2:clip:_alternative \"words:word:(\(words))\" \"files:file:_files\"'"
    }
    return words.isEmpty ? "'*: :'" : "'2:word:(\(words))'"
  }

  private static func zshSpecification(_ option: Option) -> String {
    let head = "\(option.flag)[\(zshText(option.meaning))]"
    if option.syntax == .toggle { return head }
    if option.syntax.isFile { return head + ":file:_files" }
    let words = option.syntax.words.map { $0.replacing(":", with: "\\:") }.joined(separator: " ")
    return head + ":\(option.syntax.name.lowercased()):" + (words.isEmpty ? " " : "(\(words))")
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
    return lines.joined(separator: "\n") + "\n"
  }

  private static func fishLine(_ option: Option, condition: String) -> String {
    var line = "complete -c chatter -n \(condition) -l \(option.key.rawValue)"
    if option.syntax.isFile {
      line += " -r -F"
    } else if option.syntax != .toggle {
      line += option.syntax.words.isEmpty ? " -x" : " -x -a '\(words(option.syntax))'"
    }
    return line + " -d '\(fishText(option.meaning))'"
  }

  private static func fishText(_ text: String) -> String { text.replacing("'", with: "\\'") }
}

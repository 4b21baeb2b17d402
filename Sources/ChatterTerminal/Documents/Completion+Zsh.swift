extension Completion {
  static var zsh: [String] {
    var lines = [
      "#compdef chatter",
      "# zsh completion for chatter. Save as _chatter in a directory of $fpath, or put this",
      "# in ~/.zshrc after compinit:  source <(chatter completion zsh)",
      "_chatter_source() {\(zshSound(.source))}", "_chatter_sink() {\(zshSound(.sink))}",
      "_chatter_file() { _alternative \"words:word:($1)\" 'files:file:_files'; }",
      "_chatter_trust() { _chatter_file \(CommandParser.systemValue); }",
      "_chatter_clip() { _chatter_file '\(arguments(of: .play).joined(separator: " "))'; }",
    ]
    lines += optionFunctions
    lines += ["_chatter() {", "  local -a verbs=("]
    lines += Verb.named.map { "    '\($0.rawValue):\(zshText($0.meaning))'" }
    lines += [
      "  )",
      "  local -a flags=() fitting=() version=()",
      "  local verb='' name index",
      "  for ((index = 2; index < CURRENT; index++)); do",
    ]
    lines += cases(word: "words[index]")
    lines += [
      "    if [[ -n $verb ]]; then",
      "      # The rest are the options and the arguments of the verb.",
      "      words[index]=()",
      "      ((CURRENT -= 1))",
      "      break",
      "    fi",
      "  done",
    ]
    lines += zshVerbs
    lines.append("  case $verb in")
    lines += Verb.allCases.flatMap(zshVerb)
    return lines + [
      "  esac", "}",
      "if [[ ${funcstack[1]} == _chatter ]]; then _chatter \"$@\"; else compdef _chatter chatter; fi",
    ]
  }

  /// Offers the verbs that accept the options before the cursor, while there is no verb and no
  /// option value to complete.
  private static let zshVerbs = [
    "  if [[ -z $verb && ${words[CURRENT]} != -* ]] && ((index == CURRENT)); then",
    "    for name in $verbs; do",
    "      if _chatter_has ${name%%:*} $flags; then fitting+=($name); fi",
    "    done",
    "    _describe -t verbs verb fitting",
    "    return",
    "  fi",
    "  if [[ -z $verb ]] && ! _chatter_has '' $flags; then verb=--; fi",
  ]

  private static func zshVerb(_ verb: Verb) -> [String] {
    var lines = ["    \(verb == .frontEnd ? "''" : verb.rawValue))"]
    if verb == .frontEnd {
      // The parser accepts it in the first place only.
      let text = "--version[\(zshText(Verb.version.meaning))]"
      lines.append("      if ((CURRENT == 2)); then version=('\(text)'); fi")
    }
    lines.append("      _arguments -S \\")
    lines += verb.options.map { "        '\(zshSpecification($0))' \\" }
    lines.append("        '--help[\(zshText(Verb.help.meaning))]' \\")
    if verb == .frontEnd { lines.append("        $version \\") }
    return lines + ["        \(zshOperands(verb))", "      ;;"]
  }

  private static func zshOperands(_ verb: Verb) -> String {
    if takesFile(verb) { return verb == .play ? "'1:clip:_chatter_clip'" : "'1:file:_files'" }
    let words = arguments(of: verb).joined(separator: " ")
    // An action of one blank would show a description and complete nothing until the second Tab.
    return words.isEmpty ? "'*:word:()'" : "'1:word:(\(words))'"
  }

  /// Completes the value of a sound option: `file:` is followed by a file name, without a blank.
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
    if option.syntax.isFile { return head + (option.key == .trust ? "_chatter_trust" : "_files") }
    let words = valueWords(option).joined(separator: " ")
    return head + (words.isEmpty ? " " : "(\(words))")
  }

  private static func zshText(_ text: String) -> String {
    text.replacing("'", with: "").replacing("[", with: "(").replacing("]", with: ")")
      .replacing(":", with: " -")
  }
}

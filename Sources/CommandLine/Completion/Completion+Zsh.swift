extension Completion {
  var zsh: [String] {
    [
      "#compdef \(program)",
      "# zsh completion for \(program). Save as _\(program) in a directory of $fpath, or put this",
      "# in ~/.zshrc after compinit:  source <(\(program) completion zsh)",
      "_\(program)_file() { _alternative \"words:word:($*)\" 'files:file:_files'; }",
      "# After file: comes a file name, without a blank.",
      "_\(program)_prefixed() {",
      "  if compset -P file:; then _files; else compadd -- \"$@\"; compadd -S '' -- file:; fi",
      "}",
    ] + optionFunctions + ["_\(program)() {", "  local -a verbs=("]
      + table.named.map { "    '\($0.name):\(Self.zshText($0.meaning))'" } + [
        "  )",
        "  local -a flags=() fitting=() version=()",
        "  local verb='' name index",
        "  for ((index = 2; index < CURRENT; index++)); do",
      ] + cases(word: "words[index]") + [
        "    if [[ -n $verb ]]; then",
        "      # The rest are the options and the arguments of the verb.",
        "      words[index]=()",
        "      ((CURRENT -= 1))",
        "      break",
        "    fi",
        "  done",
      ] + zshVerbs + ["  case $verb in"] + zshVerb("''", table.verblessOptions, of: nil)
      + table.named.flatMap { zshVerb($0.name, table.options(of: $0), of: $0) } + [
        "  esac", "}",
        "if [[ ${funcstack[1]} == _\(program) ]]; then _\(program) \"$@\"; "
          + "else compdef _\(program) \(program); fi",
      ]
  }

  /// Offers the verbs that accept the options before the cursor, while there is no verb and no
  /// option value to complete.
  private var zshVerbs: [String] {
    [
      "  if [[ -z $verb && ${words[CURRENT]} != -* ]] && ((index == CURRENT)); then",
      "    for name in $verbs; do",
      "      if _\(program)_has ${name%%:*} $flags; then fitting+=($name); fi",
      "    done",
      "    _describe -t verbs verb fitting",
      "    return",
      "  fi",
      "  if [[ -z $verb ]] && ! _\(program)_has '' $flags; then verb=--; fi",
    ]
  }

  /// Completes what follows a verb, or what comes before one.
  private func zshVerb(_ name: String, _ options: [Option], of verb: Verb?) -> [String] {
    var lines = ["    \(name))"]
    if verb == nil {
      // The parser accepts it in the first place only.
      let text = "--version[\(Self.zshText(Verb.version.meaning))]"
      lines.append("      if ((CURRENT == 2)); then version=('\(text)'); fi")
    }
    lines.append("      _arguments -S \\")
    lines += options.map { "        '\(zshSpecification($0))' \\" }
    lines.append("        '--help[\(Self.zshText(CommandTable.commonFlags[0].meaning))]' \\")
    if verb == nil { lines.append("        $version \\") }
    return lines + ["        \(verb.map(zshOperand) ?? "'*:word:()'")", "      ;;"]
  }

  private func zshOperand(_ verb: Verb) -> String {
    let words = words(of: verb).joined(separator: " ")
    if verb.takesFile { return "'1:file:\(zshFiles(words))'" }
    // An action of one blank would show a description and complete nothing until the second Tab.
    return words.isEmpty ? "'*:word:()'" : "'1:word:(\(words))'"
  }

  private func zshFiles(_ words: String) -> String {
    words.isEmpty ? "_files" : "{_\(program)_file \(words)}"
  }

  private func zshSpecification(_ option: Option) -> String {
    let about = "[\(Self.zshText(option.meaning))]"
    let syntax = option.syntax
    if syntax == .toggle { return option.flag + about }
    let mark = option.isRepeatable ? "*" : ""
    let head = "\(mark)\(option.flag)=\(about):\(syntax.name.lowercased()):"
    let words = syntax.words.filter { $0 != "file:" }.joined(separator: " ")
      .replacing(":", with: "\\:")
    if syntax.takesFileAfterPrefix { return head + "{_\(program)_prefixed \(words)}" }
    if syntax == .directory { return head + "_files -/" }
    if syntax.takesFile { return head + zshFiles(words) }
    return head + (words.isEmpty ? " " : "(\(words))")
  }

  private static func zshText(_ text: String) -> String {
    text.replacing("'", with: "").replacing("[", with: "(").replacing("]", with: ")")
      .replacing(":", with: " -")
  }
}

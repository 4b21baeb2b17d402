extension Completion {
  static var bash: [String] {
    var lines = ["# bash completion of chatter; in ~/.bashrc:  eval \"$(chatter completion bash)\""]
    lines += functionsOfOptions
    lines.append("_chatter() {")
    lines += bashWords
    lines.append("  for ((index = 0; index < ${#typed[@]} - 1; index++)); do")
    lines += cases(word: "typed[index]")
    lines += ["    [[ -z $verb ]] || break", "  done"]
    lines += bashValue
    lines.append("  case $before in")
    lines += OptionTable.all.compactMap(bashOption)
    lines += ["    *)", "      case $verb in"]
    lines += bashVerbs
    lines += Verb.named.compactMap(bashVerb)
    lines.append("      esac")
    lines += bashFlags
    lines += ["      ;;", "  esac"]
    lines += bashReplies
    return lines + ["}", "complete -F _chatter chatter"]
  }

  /// What is typed. Readline takes words apart at colons and equals signs; here they are whole again,
  /// but for the verb, which has none of them.
  private static let bashWords = [
    "  local word='' before='' joined='' words='' files='' verb='' name index",
    "  local -a typed=() flags=()",
    "  for ((index = 1; index <= COMP_CWORD; index++)); do",
    "    word=${COMP_WORDS[index]}",
    "    if ((index > 1)) && [[ ${typed[-1]} != @(\(verbs.joined(separator: "|"))) ]] &&",
    "      [[ $word == [:=]* || $word != -* && ${COMP_WORDS[index-1]} == *[:=] ]]; then",
    "      typed[-1]+=$word",
    "    else",
    "      typed+=(\"$word\")",
    "    fi",
    "  done",
    "  word=${typed[-1]}",
  ]

  /// The option whose value is typed, and what of it is.
  private static let bashValue = [
    "  if ((${#typed[@]} > 1)); then before=${typed[-2]}; fi",
    "  if [[ $word == --*=* ]]; then",
    "    before=${word%%=*} joined=${word%%=*}=",
    "    word=${word#*=}",
    "  fi",
  ]

  /// The value of an option; of those that take none, what follows is no value.
  private static func bashOption(_ option: Option) -> String? {
    if option.syntax == .toggle { return nil }
    let words = valueWords(option)
    let files = option.syntax.isFile ? " files=yes" : option.syntax.isSound ? " files=file:" : ""
    return "    \(option.flag)) words='\(words.joined(separator: " "))'\(files) ;;"
  }

  /// What fits to the options before, where no verb is typed yet.
  private static let bashVerbs = [
    "        '')",
    "          for name in \(verbs.joined(separator: " ")); do",
    "            if _chatter_has $name \"${flags[@]}\"; then words+=\" $name\"; fi",
    "          done",
    "          if ! _chatter_has '' \"${flags[@]}\"; then verb=--; fi",
    "          if ((${#typed[@]} == 1)); then words+=' --version'; fi",
    "          ;;",
  ]

  /// The arguments of a verb; nil where it has none that could be completed.
  private static func bashVerb(_ verb: Verb) -> String? {
    let words = arguments(of: verb)
    if words.isEmpty, !takesFile(verb) { return nil }
    let files = takesFile(verb) ? " files=yes" : ""
    return "        \(verb.rawValue)) words='\(words.joined(separator: " "))'\(files) ;;"
  }

  /// What follows two dashes is no option.
  private static let bashFlags = [
    "      if [[ \" ${typed[*]:0:${#typed[@]}-1} \" != *' -- '* ]]; then",
    "        if name=$(_chatter_options \"$verb\"); then words+=\" $name --help\"; fi",
    "      fi",
  ]

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
}

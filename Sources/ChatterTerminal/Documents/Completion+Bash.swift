extension Completion {
  static var bash: [String] {
    var lines = [
      "# bash completion for chatter; in ~/.bashrc:  eval \"$(chatter completion bash)\""
    ]
    lines += optionFunctions
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

  /// Collects the words up to the cursor.
  ///
  /// Readline splits words at colons and equals signs; this joins them again, except after the
  /// verb, which contains neither.
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

  /// Finds the option whose value is being completed, and the prefix of that value.
  private static let bashValue = [
    "  if ((${#typed[@]} > 1)); then before=${typed[-2]}; fi",
    "  if [[ $word == --*=* ]]; then",
    "    before=${word%%=*} joined=${word%%=*}=",
    "    word=${word#*=}",
    "  fi",
  ]

  /// Completes the value of an option; nil for toggles, which have none.
  private static func bashOption(_ option: Option) -> String? {
    if option.syntax == .toggle { return nil }
    let words = valueWords(option)
    let files = option.syntax.isFile ? " files=yes" : option.syntax.isSound ? " files=file:" : ""
    return "    \(option.flag)) words='\(words.joined(separator: " "))'\(files) ;;"
  }

  /// Offers the verbs that accept the options before the cursor, while there is no verb.
  private static let bashVerbs = [
    "        '')",
    "          for name in \(verbs.joined(separator: " ")); do",
    "            if _chatter_has $name \"${flags[@]}\"; then words+=\" $name\"; fi",
    "          done",
    "          if ! _chatter_has '' \"${flags[@]}\"; then verb=--; fi",
    "          if ((${#typed[@]} == 1)); then words+=' --version'; fi",
    "          ;;",
  ]

  /// Completes the arguments of a verb; nil for verbs without completable arguments.
  private static func bashVerb(_ verb: Verb) -> String? {
    let words = arguments(of: verb)
    if words.isEmpty, !takesFile(verb) { return nil }
    let files = takesFile(verb) ? " files=yes" : ""
    return "        \(verb.rawValue)) words='\(words.joined(separator: " "))'\(files) ;;"
  }

  /// Offers options, except after `--`, which ends the options.
  private static let bashFlags = [
    "      if [[ \" ${typed[*]:0:${#typed[@]}-1} \" != *' -- '* ]]; then",
    "        if name=$(_chatter_options \"$verb\"); then words+=\" $name --help\"; fi",
    "      fi",
  ]

  /// Sets COMPREPLY to the matches. Only file names are marked as such: a verb may also be the name
  /// of a directory.
  private static let bashReplies = [
    "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")",
    "  if [[ $files == yes && $word != -* ]]; then",
    "    mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- \"$word\")",
    "    compopt -o filenames 2>/dev/null",
    "  elif [[ $files == file: && $word == file:* ]]; then",
    "    mapfile -t COMPREPLY < <(compgen -P file: -f -- \"${word#file:}\")",
    "    compopt -o filenames 2>/dev/null",
    "  fi",
    "  # Readline keeps the text before the last word break.",
    "  if [[ $word == *:* && $COMP_WORDBREAKS == *:* ]]; then",
    "    COMPREPLY=(\"${COMPREPLY[@]#\"${word%\"${word##*:}\"}\"}\")",
    "  fi",
    "  [[ $COMP_WORDBREAKS == *=* ]] || COMPREPLY=(\"${COMPREPLY[@]/#/$joined}\")",
    "  [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *: ]] && compopt -o nospace 2>/dev/null",
    "  return 0",
  ]
}

extension Completion {
  var bash: [String] {
    [
      "# bash completion for \(program); in ~/.bashrc:  eval \"$(\(program) completion bash)\""
    ] + optionFunctions + ["_\(program)() {"] + bashWords
      + ["  for ((index = 0; index < ${#typed[@]} - 1; index++)); do"] + cases(word: "typed[index]")
      + ["    [[ -z $verb ]] || break", "  done"] + Self.bashValue + ["  case $before in"]
      + table.options.compactMap(bashOption) + ["    *)", "      case $verb in"] + bashVerbs
      + table.named.compactMap(bashVerb) + ["      esac"] + bashFlags + ["      ;;", "  esac"]
      + Self.bashReplies + ["}", "complete -F _\(program) \(program)"]
  }

  /// Collects the words up to the cursor.
  ///
  /// Readline splits words at colons and equals signs; this joins them again, except after the
  /// verb, which contains neither.
  private var bashWords: [String] {
    [
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
  }

  /// Finds the option whose value is being completed, and the prefix of that value.
  private static let bashValue = [
    "  if ((${#typed[@]} > 1)); then before=${typed[-2]}; fi",
    "  if [[ $word == --*=* ]]; then",
    "    before=${word%%=*} joined=${word%%=*}=",
    "    word=${word#*=}",
    "  fi",
  ]

  /// Completes the value of an option; nil for toggles, which have none.
  private func bashOption(_ option: Option) -> String? {
    if option.syntax == .toggle { return nil }
    let files =
      if option.syntax == .directory {
        " files=directories"
      } else if option.syntax.takesFileAfterPrefix {
        " files=file:"
      } else {
        option.syntax.takesFile ? " files=yes" : ""
      }
    return "    \(option.flag)) words='\(option.syntax.words.joined(separator: " "))'\(files) ;;"
  }

  /// Offers the verbs that accept the options before the cursor, while there is no verb.
  private var bashVerbs: [String] {
    [
      "        '')",
      "          for name in \(verbs.joined(separator: " ")); do",
      "            if _\(program)_has $name \"${flags[@]}\"; then words+=\" $name\"; fi",
      "          done",
      "          if ! _\(program)_has '' \"${flags[@]}\"; then verb=--; fi",
      "          if ((${#typed[@]} == 1)); then words+=' --version'; fi",
      "          ;;",
    ]
  }

  /// Completes the operand of a verb; nil for verbs without a completable operand.
  private func bashVerb(_ verb: Verb) -> String? {
    let words = words(of: verb)
    if words.isEmpty, !verb.takesFile { return nil }
    let files = verb.takesFile ? " files=yes" : ""
    return "        \(verb.name)) words='\(words.joined(separator: " "))'\(files) ;;"
  }

  /// Offers options, except after `--`, which ends the options.
  private var bashFlags: [String] {
    [
      "      if [[ \" ${typed[*]:0:${#typed[@]}-1} \" != *' -- '* ]]; then",
      "        if name=$(_\(program)_options \"$verb\"); then words+=\" $name --help\"; fi",
      "      fi",
    ]
  }

  /// Sets COMPREPLY to the matches. Only file names are marked as such: a verb may also be the name
  /// of a directory.
  private static let bashReplies = [
    "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")",
    "  if [[ $files == yes && $word != -* ]]; then",
    "    mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- \"$word\")",
    "    compopt -o filenames 2>/dev/null",
    "  elif [[ $files == directories ]]; then",
    "    mapfile -t COMPREPLY < <(compgen -d -- \"$word\")",
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

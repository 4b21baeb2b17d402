extension CommandTable {
  /// Returns a script that completes words in a shell.
  ///
  /// The script calls `completion SHELL -- WORD ...` for each word: only the program itself parses
  /// command lines.
  func completionScript(for shell: Shell) -> String {
    let script =
      switch shell {
      case .bash: Completion.bashScript
      case .zsh: Completion.zshScript
      case .fish: Completion.fishScript
      }
    return script.replacing("PROGRAM", with: program)
  }

  /// Returns what a completion script shows for the last of these words: the kind of file names and
  /// the text before them, or `word` for none, and a line for each word.
  func completion(of typed: [String], in shell: Shell) -> String {
    let (typed, keptCount) =
      shell == .bash ? Completion.joined(typed, verbs: named.map(\.name)) : (typed, 0)
    let completion = Completion(of: typed, self)
    let files = completion.files.map { "\($0.kind) \($0.prefix.dropFirst(keptCount))" }
    let words = completion.words.map { word, meaning in
      switch shell {
      case .bash: String(word.dropFirst(keptCount))
      case .zsh: word.replacing(":", with: "\\:") + (meaning.isEmpty ? "" : ":\(meaning)")
      case .fish: "\(word)\t\(meaning)"
      }
    }
    return ([files ?? "word"] + words).map { $0 + "\n" }.joined()
  }
}

extension Completion {
  /// Joins words that Readline has split at colons and equals signs, except after a verb, which
  /// contains neither.
  ///
  /// - Returns: The words, and the number of characters at the start of the last one that Readline
  ///   keeps in front of each completion.
  static func joined(
    _ segments: [String], verbs: [String]
  ) -> (words: [String], keptCount: Int) {
    func isBreak(_ character: Character?) -> Bool { character == ":" || character == "=" }
    var words: [String] = []
    for segment in segments {
      if let last = words.last, !verbs.contains(last),
        isBreak(segment.first) || isBreak(last.last) && !segment.hasPrefix("-")
      {
        words[words.count - 1] += segment
      } else {
        words.append(segment)
      }
    }
    let last = segments.last?.drop(while: isBreak) ?? ""
    return (words, (words.last?.count ?? 0) - last.count)
  }

  static let bashScript = """
    # bash completion for PROGRAM; in ~/.bashrc:  eval "$(PROGRAM completion bash)"
    _PROGRAM() {
      local kind prefix word=${COMP_WORDS[COMP_CWORD]}
      if [[ -z ${word//[:=]} ]]; then word=''; fi
      {
        read -r kind prefix
        mapfile -t COMPREPLY
      } < <(PROGRAM completion bash -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
      # Only file names are marked as such: a verb may also be the name of a directory.
      if [[ $kind == @(file|directory) ]]; then
        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY \\
          < <(compgen -P "$prefix" -A "$kind" -- "${word#"$prefix"}")
        compopt -o filenames 2>/dev/null
      fi
      [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *: ]] && compopt -o nospace 2>/dev/null
      return 0
    }
    complete -F _PROGRAM PROGRAM

    """

  static let zshScript = """
    #compdef PROGRAM
    # zsh completion for PROGRAM. Save as _PROGRAM in a directory of $fpath, or put this
    # in ~/.zshrc after compinit:  source <(PROGRAM completion zsh)
    _PROGRAM() {
      local kind prefix result=1
      local -a found=("${(@f)$(
        PROGRAM completion zsh -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
      read -r kind prefix <<<"$found[1]"
      shift found
      # After file: comes a file name, without a blank.
      local -a stems=("${(@M)found:#*\\\\:}")
      compadd -S '' -- "${(@)stems//\\\\/}" && result=0
      found=("${(@)found:#*\\\\:}")
      _describe -t words word found && result=0
      [[ -z $prefix ]] || compset -P "$prefix"
      case $kind in
        file) _files && result=0 ;;
        directory) _files -/ && result=0 ;;
      esac
      return result
    }
    if [[ ${funcstack[1]} == _PROGRAM ]]; then _PROGRAM "$@"; else compdef _PROGRAM PROGRAM; fi

    """

  static let fishScript = """
    # fish completion for PROGRAM. Save as ~/.config/fish/completions/PROGRAM.fish
    function __PROGRAM_complete
      set -l word (commandline -ct)
      set -l found (PROGRAM completion fish -- (commandline -opc)[2..-1] "$word" 2>/dev/null)
      set -l kind (string split ' ' -- $found[1])
      printf '%s\\n' $found[2..-1]
      test $kind[1] = word; and return
      for path in (complete -C "'' "(string replace -- "$kind[2]" '' "$word"))
        if test $kind[1] = file; or string match -q '*/*' -- $path
          echo $kind[2]$path
        end
      end
    end
    complete -c PROGRAM -f -a '(__PROGRAM_complete)'

    """
}

extension CommandTable {
  /// Returns a script that completes words in a shell.
  ///
  /// The script calls `completion SHELL -- WORD ...` for each word: only the program itself parses
  /// command lines.
  func completionScript(for shell: Shell) -> String {
    let script =
      switch shell {
      case .bash: PackageResources.completion_bash
      case .zsh: PackageResources.completion_zsh
      case .fish: PackageResources.completion_fish
      }
    return String(decoding: script, as: UTF8.self).replacing("PROGRAM", with: program)
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
}

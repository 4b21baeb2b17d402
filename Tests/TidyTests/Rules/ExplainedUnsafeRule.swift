/// Requires a comment above `@unchecked` and `nonisolated(unsafe)`, and limits the number of
/// `@unchecked` declarations of the sources.
struct ExplainedUnsafeRule {
  let uncheckedCountMax: Int

  func findings(in files: [SourceFile]) -> [Finding] {
    files.flatMap { file in
      file.words.filter { Self.isTrust($0.words) && !Self.isExplained(file, line: $0.number) }
        .map { Finding(file.path, line: $0.number, "say in a comment above what makes this true") }
    } + surplus(in: files)
  }

  /// Returns the `@unchecked` declarations of the sources if there are too many.
  private func surplus(in files: [SourceFile]) -> [Finding] {
    let found = files.filter { $0.path.hasPrefix("Sources/") }.flatMap { file in
      file.words.filter { $0.words.contains("unchecked") }
        .map { Finding(file.path, line: $0.number, "one of too many @unchecked declarations") }
    }
    return found.count > uncheckedCountMax ? found : []
  }

  private static func isTrust(_ words: [String]) -> Bool {
    words.contains("unchecked")
      || zip(words, words.dropFirst()).contains { $0 == "nonisolated" && $1 == "unsafe" }
  }

  /// Whether a comment precedes the line; attributes may come between.
  private static func isExplained(_ file: SourceFile, line: Int) -> Bool {
    let above = file.lines[..<(line - 1)].reversed()
      .map { $0.drop(while: \.isWhitespace) }
      .first { !$0.hasPrefix("@") }
    return above?.hasPrefix("//") == true
  }
}

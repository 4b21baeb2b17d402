/// A file is a page or two, a function fits on a screen.
struct LengthRule {
  let fileLinesMax: Int
  let functionLinesMax: Int

  func findings(in files: [SourceFile]) -> [Finding] {
    files.flatMap { file -> [Finding] in
      var findings: [Finding] = []
      let count = file.lines.count - (file.lines.last == "" ? 1 : 0)
      if count > fileLinesMax {
        findings.append(Finding(file.path, "\(count) lines; at most \(fileLinesMax)"))
      }
      for function in Self.functions(in: file) where function.lines > functionLinesMax {
        findings.append(
          Finding(
            file.path, line: function.start,
            "a function of \(function.lines) lines; at most \(functionLinesMax)"))
      }
      return findings
    }
  }

  /// Where the functions, initializers and deinitializers of a file begin, and how long they are.
  static func functions(in file: SourceFile) -> [(start: Int, lines: Int)] {
    struct Open {
      let start: Int
      let depth: Int
      var hasBody: Bool
    }
    var open: [Open] = []
    var functions: [(start: Int, lines: Int)] = []
    var depth = 0
    for (index, words) in file.words.enumerated() {
      if words.words.contains(where: { $0 == "func" || $0 == "init" || $0 == "deinit" }),
        Self.declares(words.words)
      {
        open.append(Open(start: words.number, depth: depth, hasBody: false))
      }
      for byte in file.code[index].utf8 {
        if byte == UInt8(ascii: "{") {
          if let last = open.last, last.depth == depth { open[open.count - 1].hasBody = true }
          depth += 1
        } else if byte == UInt8(ascii: "}") {
          depth -= 1
          while let last = open.last, last.depth >= depth, last.hasBody || last.depth > depth {
            open.removeLast()
            if last.hasBody { functions.append((last.start, words.number - last.start + 1)) }
          }
        }
      }
    }
    return functions
  }

  /// Whether a line of words declares a function, and does not call `self.init` or the like.
  private static func declares(_ words: [String]) -> Bool {
    let modifiers: Set = [
      "public", "package", "internal", "fileprivate", "private", "static", "class", "final",
      "override", "required", "convenience", "mutating", "nonmutating", "consuming", "borrowing",
      "nonisolated", "isolated", "inlinable", "inline", "discardableResult", "usableFromInline",
      "concurrent", "Sendable", "MainActor", "c", "unsafe", "prefix", "postfix", "infix", "always",
      "never", "__always", "indirect", "sending", "rethrows", "Test", "Suite",
    ]
    guard let first = words.first(where: { !modifiers.contains($0) }) else { return false }
    return first == "func" || first == "init" || first == "deinit"
  }
}

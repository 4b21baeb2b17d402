/// Limits the lengths of files, functions, and lines that hold only a comment, which the formatter
/// does not wrap.
struct LengthRule {
  static let commentColumnsMax = 100

  let fileLinesMax: Int
  let functionLinesMax: Int

  func findings(in files: [SourceFile]) -> [Finding] {
    files.flatMap { file -> [Finding] in
      var findings: [Finding] = []
      let count = file.lines.count - (file.lines.last == "" ? 1 : 0)
      if count > fileLinesMax {
        findings.append(Finding(file.path, "\(count) lines; at most \(fileLinesMax)"))
      }
      for (index, line) in file.lines.enumerated()
      where line.count > Self.commentColumnsMax && line.drop(while: \.isWhitespace).hasPrefix("//")
      {
        let message = "a comment of \(line.count) columns; at most \(Self.commentColumnsMax)"
        findings.append(Finding(file.path, line: index + 1, message))
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
    var scan = Scan()
    for (line, code) in zip(file.words, file.code) {
      if declares(line.words) { scan.open(at: line.number) }
      for byte in code.utf8 { scan.take(byte, line: line.number) }
    }
    return scan.functions
  }

  /// Counts braces and parentheses, and so finds where each function that was opened ends.
  private struct Scan {
    private struct Open {
      let start: Int
      let braces: Int
      let parentheses: Int
      var hasBody = false
    }

    var functions: [(start: Int, lines: Int)] = []
    private var opened: [Open] = []
    private var braces = 0
    private var parentheses = 0

    mutating func open(at line: Int) {
      // A requirement of a protocol has no body: the next declaration takes its place.
      if let last = opened.last, !last.hasBody, last.braces == braces { opened.removeLast() }
      opened.append(Open(start: line, braces: braces, parentheses: parentheses))
    }

    mutating func take(_ byte: UInt8, line: Int) {
      switch byte {
      case UInt8(ascii: "("): parentheses += 1
      case UInt8(ascii: ")"): parentheses -= 1
      case UInt8(ascii: "{"):
        // A closure among the parameters' defaults is not the body.
        if let last = opened.last, last.braces == braces, last.parentheses == parentheses {
          opened[opened.count - 1].hasBody = true
        }
        braces += 1
      case UInt8(ascii: "}"):
        braces -= 1
        while let last = opened.last, last.braces > braces { opened.removeLast() }
        if let last = opened.last, last.hasBody, last.braces == braces {
          opened.removeLast()
          functions.append((last.start, line - last.start + 1))
        }
      default: break
      }
    }
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

/// Rejects debts, dead code, licences, printing and sleeping in sources.
struct WordingRule {
  /// Directories whose files may print.
  let mayPrint: [String]
  /// The files that may stop their thread.
  var mayPause: Set<String> = []

  func findings(in files: [SourceFile]) -> [Finding] {
    files.flatMap { file in
      (1...max(1, file.lines.count)).compactMap { number in
        message(for: file, index: number - 1).map { Finding(file.path, line: number, $0) }
      }
    }
  }

  private func message(for file: SourceFile, index: Int) -> String? {
    let code = file.code[index]
    if code.utf8.contains(UInt8(ascii: "(")), let message = call(in: code, of: file) {
      return message
    }
    let slashed = file.comments[index]
    guard !slashed.isEmpty else { return nil }
    let comment = String(slashed.dropFirst(2))
    let words = SourceFile.words(in: comment)
    if words.contains(where: { Self.debts.contains($0) }) { return "a debt: settle it now" }
    if words.contains(where: { Self.licences.contains($0.lowercased()) })
      || words.first == "Created"
    {
      return "the licence and the history are not in each file"
    }
    return Self.looksLikeCode(comment) ? "this looks like code that was commented out" : nil
  }

  private func call(in code: String, of file: SourceFile) -> String? {
    for name in ["print", "debugPrint", "dump"]
    where Self.calls(name, in: code) && !mayPrint.contains(where: file.path.hasPrefix) {
      return "\(name)() is for programs"
    }
    for name in ["usleep", "nanosleep"]
    where Self.calls(name, in: code) && !mayPause.contains(file.path) {
      return "\(name)() hides a race or blocks a thread"
    }
    return code.contains("Thread.sleep") ? "Thread.sleep blocks a thread" : nil
  }

  /// Whether a global function is called; a method or a declaration of that name is another.
  private static func calls(_ name: String, in code: String) -> Bool {
    guard let range = code.firstRange(of: name + "(") else { return false }
    let before = code[..<range.lowerBound]
    if let last = before.last, last.isLetter || last.isNumber || last == "." || last == "_" {
      return false
    }
    return !before.hasSuffix("func ")
  }

  private static let debts: Set = ["TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK"]
  private static let licences: Set = ["copyright", "licensed", "spdx"]

  /// Whether a `//` comment (not `///`, which shows code on purpose) reads like a statement.
  static func looksLikeCode(_ comment: String) -> Bool {
    guard !comment.hasPrefix("/") else { return false }
    let text = comment.trimmingSpaces
    let words = SourceFile.words(in: text)
    switch words.first {
    case nil: return text == "}" || text == "{" || text == "})"
    case "let", "var": return words.count > 1 && (text.contains(" = ") || text.contains(": "))
    case "func", "init": return text.contains("(")
    case "import": return words.count == 2 && !text.hasSuffix(".")
    case "if", "guard", "for", "while", "switch", "else", "do": return text.hasSuffix("{")
    case "return", "try", "await", "throw": return text.hasSuffix(")") && text.contains("(")
    default: break
    }
    let isCall = text.hasSuffix(")") && !text.contains(" ") && text.contains("(")
    return isCall || text.hasSuffix(";") || text.hasSuffix("{")
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}

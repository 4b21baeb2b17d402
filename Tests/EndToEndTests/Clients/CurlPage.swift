import Foundation

/// `docs/use/curl.md` as a list of steps: blocks of commands, and the output shown for each block.
struct CurlPage {
  /// A block of commands.
  struct Step {
    /// The number of its first line on the page.
    let line: Int
    let commands: String
    /// The expected output, from the next block; empty if there is none.
    let output: String

    /// The options of the server that this block starts (`make run ARGS='…'`), if it does.
    var serverOptions: [String]? {
      guard commands.hasPrefix("make run") else { return nil }
      let quoted = commands.split(separator: "'", omittingEmptySubsequences: false)
      return quoted.count == 3 ? quoted[1].split(separator: " ").map(String.init) : []
    }
  }

  let steps: [Step]

  init(_ text: String) {
    var steps: [Step] = []
    var block: (language: Substring, line: Int, lines: [Substring])?
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in zip(1..., lines) {
      guard line.hasPrefix("```") else {
        block?.lines.append(line)
        continue
      }
      guard let done = block else {
        block = (line.dropFirst(3), number + 1, [])
        continue
      }
      block = nil
      let blockText = done.lines.joined(separator: "\n")
      if done.language == "sh" {
        steps.append(Step(line: done.line, commands: blockText, output: ""))
      } else if let step = steps.popLast() {
        steps.append(Step(line: step.line, commands: step.commands, output: blockText))
      }
    }
    self.steps = steps
  }

  /// Returns one bash script; the output of each block goes to a file named by its number.
  ///
  /// - Parameter urls: The URLs of the servers that the page starts, in order.
  func script(servers urls: [String]) -> String {
    var urls = urls[...]
    return steps.enumerated().map { number, step in
      let commands =
        step.serverOptions == nil ? step.commands : "SERVER=\(urls.popFirst() ?? "")"
      return "{\n\(commands)\n} >\"$OUTPUTS/\(number)\" 2>&1 </dev/null\n"
    }.joined()
  }

  /// Returns an output without what varies: ids, times, tokens, cursors, and all but the start of a
  /// clip.
  static func normalized(_ output: String) -> String {
    output.replacing("\r\n", with: "\n")
      .replacing(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, with: "ID")
      .replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/, with: "TIME")
      .replacing(/(Date:|notAfter=).*/, with: "DATE")
      .replacing(/Retry-After: \d+/, with: "Retry-After: SECONDS")
      .replacing(/"deleteToken":"([0-9a-f]{64}|[0-9a-f]+…)"/, with: "TOKEN")
      .replacing(/"(next|previous)":"[A-Za-z0-9+\/]+"/) { "\"\($0.1)\":\"CURSOR\"" }
      .replacing(/"(AAAA[A-Za-z0-9+\/]{12})([A-Za-z0-9+\/=]{40,}|…)"/) { "\"\($0.1)…\"" }
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.replacing(/\s+$/, with: "") }
      .joined(separator: "\n")
      .trimmingCharacters(in: .newlines)
  }
}

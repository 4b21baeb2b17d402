import Arguments
import Testing

@testable import ChatterTerminal

struct CompletionTests {
  /// Returns the words that are offered for a line, as Readline splits it, after the kind of files.
  private func lines(_ line: String) throws -> [String] {
    let words = line.split(separator: " ").map(String.init)
    let parsed = try ParsedLine(["completion", "bash", "--"] + words, of: .chatter)
    let text = try #require(CommandTable.chatter.output(of: parsed))
    return text.split(separator: "\n").map(String.init)
  }

  @Test func offersAllVerbsAndTheirOptions() throws {
    for verb in CommandTable.chatter.verbs {
      if !verb.name.isEmpty { #expect(try lines(verb.name).contains(verb.name)) }
      let flags = CommandTable.chatter.options(of: verb).map(\.flag) + ["--help"]
      let offered = try lines(verb.name + " -").dropFirst().filter { $0 != "--version" }
      #expect(Array(offered) == flags)
    }
  }

  // Readline splits words at colons and equals signs.
  @Test(
    arguments: [
      ("l", ["list"]), ("list --f", ["--follow"]), ("list --color n", ["never"]),
      ("completion z", ["zsh"]), ("--pl", ["--plain"]),
      ("--ski", ["--skip"]), ("--skip 1", ["10", "15"]), ("--skip 10 l", []),
      ("play x --sink si", ["silent"]),
      ("list --color = n", ["never"]), ("list --color =", ["auto", "always", "never"]),
      ("record x --source tone : 4", ["440"]), ("record x --source to", ["tone:440"]),
      ("play x --sink fi", ["file:"]), ("play x --sink file : /etc/hosts --ra", ["--rate"]),
      ("list --server https : // h", []), ("post a : --aud", ["--audio"]),
      ("post : x --aud", ["--audio"]), ("--server https : //h:1 l", ["list"]),
      ("--color = never li", ["list"]), ("--every 1s qu", ["queue"]),
      ("--every 1s queue --al", ["--all"]), ("--help li", ["list"]), ("--color ne", ["never"]),
      ("--plain --ser", ["--server"]), ("--vers", ["--version"]), ("--follow lis", ["list"]),
      // The parser rejects these.
      ("--plain l", []), ("--plain --vers", []), ("--follow --pl", []),
      ("-- l", []), ("post -- --a", []), ("lst --", []),
    ])
  func completesVerbsOptionsAndValues(line: String, words: [String]) throws {
    #expect(try lines(line) == ["word"] + words)
  }

  @Test(
    arguments: [
      ("play la", ["file ", "latest"]), ("save lat", ["word", "latest"]),
      ("save latest a", ["file "]), ("list --trust sys", ["file ", "system"]),
      ("list --trust /etc", ["file "]), ("play x --sink file : /etc/host", ["file "]),
      ("post x --audio =", ["file "]), ("play --ra", ["word", "--rate"]),
    ])
  func completesFileNames(line: String, expected: [String]) throws {
    #expect(try lines(line) == expected)
  }
}

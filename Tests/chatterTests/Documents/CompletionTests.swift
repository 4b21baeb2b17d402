import TestSupport
import Testing

@testable import chatter

@Suite struct CompletionTests {
  @Test("each shell accepts it", arguments: Shell.allCases)
  func parses(shell: Shell) async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(Completion.text(for: shell), to: "completion")
    let run = try await ProgramRun(shell.rawValue, ["-n", path])
    #expect(run.ending == .exited(0), "\(run.errors)")
  }

  @Test("each names all verbs and options", arguments: Shell.allCases)
  func whole(shell: Shell) {
    let text = Completion.text(for: shell)
    for verb in Verb.named { #expect(text.contains(verb.rawValue)) }
    for option in OptionTable.all {
      #expect(text.contains(shell == .fish ? "-l \(option.key.rawValue) " : option.flag))
    }
  }

  @Test(
    "bash completes verbs, options and values",
    arguments: [
      ("chatter l", ["list"]), ("chatter list --f", ["--follow"]),
      ("chatter list --color n", ["never"]), ("chatter completion z", ["zsh"]),
      ("chatter --pl", ["--plain"]), ("chatter play la", ["latest"]),
      ("chatter play x --sink si", ["silent"]),
    ])
  func bash(line: String, words: [String]) async throws {
    let script = """
      source /dev/stdin
      read -ra COMP_WORDS <<<"$1"
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _chatter
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let run = try await ProgramRun(
      shell: script, [line], input: Array(Completion.text(for: .bash).utf8))
    #expect(run.text.split(separator: "\n").map(String.init) == words, "\(run.errors)")
  }

  @Test(
    "fish completes verbs, options and values",
    arguments: [
      ("chatter lis", "list"), ("chatter list --fo", "--follow"), ("chatter help po", "post"),
    ])
  func fish(line: String, word: String) async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(Completion.text(for: .fish), to: "chatter.fish")
    let run = try await ProgramRun(
      "fish", ["--no-config", "-c", "source \(path); complete -C '\(line)'"],
      environment: ["HOME": folder.path])
    #expect(
      run.text.split(separator: "\n").contains { $0.hasPrefix(word) }, "\(run.text)\(run.errors)")
  }
}

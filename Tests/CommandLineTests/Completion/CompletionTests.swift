import TestSupport
import Testing

@testable import CommandLine

/// The table of `chatter` has the tests with more lines, in ChatterTerminalTests.
@Suite("Completion scripts")
struct CompletionTests {
  @Test(arguments: Shell.allCases, [true, false])
  func generatesScriptsThatEachShellParses(shell: Shell, verbless: Bool) async throws {
    let directory = try TemporaryDirectory()
    let text = CommandTable.sample(verbless: verbless).completion(for: shell)
    let run = try await ProgramRun(
      shell.rawValue, ["-n", try directory.write(text, to: "completion")])
    #expect(run.ending == .exited(0), "\(run.errors)")
  }

  @Test(
    arguments: [
      ("sample r", ["run"]), ("sample --loo", ["--loops"]), ("sample --loops 3 r", ["run"]),
      ("sample --force s", ["save"]), ("sample --force r", []), ("sample run --mo", ["--mode"]),
      ("sample run --mode o", ["on", "off"]), ("sample help li", ["limits"]),
      ("sample help limits --loo", ["--loops"]), ("sample play la", ["latest"]),
      ("sample --sound file : /etc/hostna", ["/etc/hostname"]), ("sample --place /et", ["/etc"]),
      ("sample --config /etc/hostna", ["/etc/hostname"]), ("sample run --wait o", ["off"]),
    ])
  func completesWithoutAVerbOfNoName(line: String, words: [String]) async throws {
    let script = """
      source /dev/stdin
      compopt() { :; }
      read -ra COMP_WORDS <<<"$1"
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _sample
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let run = try await ProgramRun(
      shell: script, [line], input: Array(CommandTable.sample().completion(for: .bash).utf8))
    #expect(
      Set(run.text.split(separator: "\n").map(String.init)) == Set(words), "\(run.errors)")
  }
}

import TestSupport
import Testing

@testable import Arguments

/// The table of `chatter` has the tests with more lines, in ChatterTerminalTests. In EndToEndTests
/// real shells complete words.
struct CompletionTests {
  @Test(arguments: Shell.allCases)
  func generatesScriptsThatEachShellParses(shell: Shell) async throws {
    let directory = try TemporaryDirectory()
    let text = CommandTable.sample().completionScript(for: shell)
    let run = try await ProgramRun(
      shell.rawValue, ["-n", try directory.write(text, to: "completion")])
    #expect(run.ending == .exited(0), "\(run.errors)")
    #expect(text.contains("sample completion \(shell) -- "))
  }

  @Test(
    arguments: [
      ("r", ["run"]), ("--loo", ["--loops"]), ("--loops 3 r", ["run"]),
      ("--force s", ["save"]), ("--force r", []), ("run --mo", ["--mode"]),
      ("run --mode o", ["on", "off"]), ("run --mode=of", ["--mode=off"]), ("help li", ["limits"]),
      ("help limits --loo", ["--loops"]), ("play la", ["latest"]), ("run --wait o", ["off"]),
      ("--sound fi", ["file:"]), ("run --he", ["--help"]), ("--vers", ["--version"]),
    ])
  func offersWhatTheParserAccepts(line: String, words: [String]) {
    #expect(completion(line).words.map(\.text) == words)
  }

  @Test(
    arguments: [
      ("--sound file:/etc/ho", "file", "file:"), ("--sound=file:/etc", "file", "--sound=file:"),
      ("--place /et", "directory", ""), ("--config=/etc", "file", "--config="),
      ("play x", "file", ""),
    ])
  func offersFileNamesAfterAPrefix(line: String, kind: String, prefix: String) {
    let files = completion(line).files
    #expect(files?.kind.rawValue == kind && files?.prefix == prefix)
  }

  @Test(
    arguments: [
      ("copy ", ["latest"], false), ("copy latest ", [], true), ("copy --wait 2 latest ", [], true),
      ("copy latest x ", ["--wait", "--help"], false),
      ("copy latest -- x ", [], false), ("copy -- latest ", [], true),
    ])
  func offersEachOperandInItsPlace(line: String, words: [String], hasFiles: Bool) {
    let typed = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let completion = Completion(of: typed, .copying)
    #expect(completion.words.map(\.text) == words)
    #expect((completion.files != nil) == hasFiles)
  }

  @Test func offersVerbsBeforeOptions() {
    let verbs = ["run", "play", "save", "completion", "help", "version"]
    #expect(Completion(of: [""], .sample()).words.map(\.text) == verbs)
    #expect(Completion(of: ["-"], .sample()).words.first?.text == "--version")
    #expect(
      Completion(of: ["save", ""], .sample()).words.map(\.text) == ["--force", "--place", "--help"])
  }

  @Test(
    arguments: [
      (["--mode", "=", "o"], ["--mode=o"], 7), (["--mode", "="], ["--mode="], 7),
      (["--sound", "file", ":", "/etc"], ["--sound", "file:/etc"], 5),
      (["play", ":", "x"], ["play", ":x"], 1),
      (["play", "a", ":", "--so"], ["play", "a:", "--so"], 0),
    ])
  func joinsWhatReadlineSplits(segments: [String], words: [String], count: Int) {
    let joined = Completion.joined(segments, verbs: ["play", "run"])
    #expect(joined.words == words && joined.keptCount == count)
  }

  @Test func writesALineForEachWordInTheFormOfTheShell() {
    let table = CommandTable.sample()
    #expect(table.completion(of: ["ru"], in: .bash) == "word\nrun\n")
    #expect(table.completion(of: ["ru"], in: .zsh) == "word\nrun:Run it.\n")
    #expect(table.completion(of: ["ru"], in: .fish) == "word\nrun\tRun it.\n")
    #expect(table.completion(of: ["--sound", "tone"], in: .zsh) == "word\ntone\\:440\n")
    #expect(table.completion(of: ["--sound", "tone", ":", "4"], in: .bash) == "word\n440\n")
    #expect(table.completion(of: ["--sound", "file", ":", "x"], in: .bash) == "file \n")
    #expect(table.completion(of: ["--sound", "file:x"], in: .fish) == "file file:\n")
  }

  private func completion(_ line: String) -> Completion {
    Completion(of: line.split(separator: " ").map(String.init), .sample())
  }
}

import Foundation
import TestSupport
import Testing

/// Memos in the front end, on a real terminal; no server is needed.
struct ChatterMemosTests {
  private let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory() }

  @Test func keepsRenamesAndPlaysARecording() async throws {
    let line = """
      '\(Repository.program("chatter"))' --server http://127.0.0.1:1 --username ann \
        --source tone:440 --sink silent
      echo ended
      read -r
      """
    let environment = [
      "HOME": home.path, "TMPDIR": home.path, "XDG_CONFIG_HOME": home.path,
      "XDG_RUNTIME_DIR": home.path,
      "XDG_STATE_HOME": home.path, "SWIFT_BACKTRACE": "enable=no",
    ]
    try await TerminalEmulator.with(line, environment: environment) { emulator in
      try await emulator.screen(showing: "── Recorder")
      try await emulator.press("r")
      try await emulator.screen(showingOneOf: TerminalEmulator.times(from: 1))
      try await emulator.press("r", showing: "Your recording")
      try await emulator.press("S", showing: "Recording kept as a memo. See all memos: m")
      try await emulator.press("m", showing: "  Untitled")
      try await emulator.press("e")
      try await emulator.type("Milk")
      try await emulator.screen(showing: "Title: Milk")
      let list = try await emulator.press("Enter", showing: "  Milk")
      #expect(list.contains("Memos: 1") && list.contains("Renamed."))
      try await emulator.press("Enter", showing: "── Memo: Milk ──")
      let timeline = try await emulator.press("Escape", showing: "── Recorder")
      #expect(!timeline.contains("Memos: 1"))
      try await emulator.press("q", showing: "ended")
    }
    let names = try home.names(in: "chatter/memos")
    #expect(names.count == 2)
    let clip = try #require(names.first { $0.hasSuffix(".m4a") })
    #expect(try Media.probe(home.bytes(of: "chatter/memos/\(clip)")).seconds > 0.5)
  }
}

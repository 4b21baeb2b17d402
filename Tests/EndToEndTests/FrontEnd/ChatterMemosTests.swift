import TestSupport
import Testing

/// Memos in the front end, on a real terminal; no server is needed.
struct ChatterMemosTests {
  @Test func keepsRenamesAndPlaysARecording() async throws {
    let chatter = try ChatterVerbs()
    let line = """
      '\(Repository.program("chatter"))' --server http://127.0.0.1:1
      echo ended
      read -r
      """
    try await TerminalEmulator.with(line, environment: chatter.environment()) { emulator in
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
    let directory = ".local/state/chatter/memos"
    let names = try chatter.home.names(in: directory)
    #expect(names.count == 2)
    let clip = try #require(names.first { $0.hasSuffix(".m4a") })
    #expect(try Media.probe(chatter.home.bytes(of: "\(directory)/\(clip)")).seconds > 0.5)
  }
}

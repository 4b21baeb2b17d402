import Foundation
import TestSupport
import Testing

/// The front end on a screen, against the real server, with a tone instead of a voice.
@Suite(.needs(.postgreSQL)) struct ChatterScreenTests {
  private static let buttons = [
    " (▶ Play)  (← 10 s)  (→ 10 s)  (Stop)  (↑ Done)",
    " space ▶ Play  (← 10 s)  (→ 10 s)  (Stop)  d ↑ Done  x Discard",
    " space ‖ Pause  ← 10 s  → 10 s  s Stop  d × Done               BAR",
    " space ▶ Play  (← 10 s)  (→ 10 s)  (Stop)  d × Done",
  ]

  /// Returns the six rows at the bottom, without what varies.
  private func foot(_ screen: String) -> [String] {
    let rows = TerminalEmulator.normalised(screen).split(
      separator: "\n", omittingEmptySubsequences: false)
    return rows.suffix(6).map(String.init)
  }

  private static let rule = String(repeating: "─", count: 80)

  private func title(_ text: String) -> String {
    "── \(text) " + String(repeating: "─", count: 76 - text.count)
  }

  private static let hints = "? help  c write  g refresh  q quit"

  @Test func recordsPostsRefreshesAndPlays() async throws {
    let server = try await ServerProcess()
    let chatter = try ChatterVerbs()
    let home = chatter.home
    let line = """
      stty -a > '\(home.path)/before'
      \(Repository.program("chatter")) --server \(server.url) --trust '\(server.certificate)' \\
        --every 1s
      echo "exit $?"
      stty -a > '\(home.path)/after'
      read -r
      """
    try await TerminalEmulator.with(line, environment: chatter.environment()) { emulator in
      try await walk(emulator, server)
      try await emulator.press("q", showing: "exit 0")
      let before = try home.bytes(of: "before")
      try await eventually { (try? home.bytes(of: "after"))?.count == before.count }
      #expect(try home.bytes(of: "after") == before, "the terminal is restored")
    }
    #expect(try await server.stop() == .exited(0))
  }

  private func walk(_ emulator: TerminalEmulator, _ server: ServerProcess) async throws {
    let first = try await emulator.screen(showing: "No messages yet.")
    #expect(
      foot(first) == [
        title("Recorder"), " r ◉ Record", Self.buttons[0], Self.rule, " Message (c):",
        String(repeating: " ", count: 45) + Self.hints,
      ])

    try await emulator.press("r")
    // Long enough to see later that it plays.
    let recording = try await emulator.screen(showingOneOf: TerminalEmulator.times(from: 4))
    #expect(
      foot(recording)[0...2] == [
        title("Recorder"), " r ■ Stop recording  MM:SS  BAR", Self.buttons[0],
      ])

    let recorded = try await emulator.press("r", showing: "Your recording")
    #expect(recorded.contains("◉ Record"))
    _ = try await emulator.screen(
      showingOneOf: TerminalEmulator.times(from: 2).map { "00:00 / \($0)" })
    #expect(foot(try await emulator.screen())[2] == Self.buttons[1])
    try await emulator.press("Space", showing: "‖ Pause")
    try await emulator.press("s", showing: "▶ Play  (← 10 s)")

    try await emulator.press("c")
    try await emulator.type("grüße 日本")
    let composed = try await emulator.screen(showing: "grüße 日本")
    #expect(foot(composed)[4] == " Message +♪ MM:SS: grüße 日本")
    let posted = try await emulator.press("Enter", showing: "Posted.")
    #expect(
      TerminalEmulator.normalised(posted).hasPrefix(" Chatter  ann at SERVER 1 chatt, 1 clip\n"))
    #expect(foot(posted)[0...2] == [title("Recorder"), " r ◉ Record", Self.buttons[0]])

    // Another user posts: the list is refreshed automatically.
    let body = #"{"username":"bob","message":"good morning"}"#
    #expect(try await server.response(to: .post("/postchatt/", body)).status == 200)
    try await emulator.screen(showing: "good morning")

    // The selection has not moved: it is the chatt with the clip.
    try await emulator.press("Escape")
    try await emulator.screen(showing: Self.hints)
    let listening = try await emulator.press("Enter", showing: "Clip of ann")
    #expect(!listening.contains("◉ Record"), "another user's clip is not overwritten")
    #expect(foot(try await emulator.screen(showing: "‖ Pause"))[2] == Self.buttons[2])
    // Ten seconds forward is the end, which stops the player.
    let stopped = try await emulator.press("Right", showing: "▶ Play  (← 10 s)")
    #expect(foot(stopped)[2] == Self.buttons[3])
    try await emulator.press("Space", showing: "‖ Pause")
    try await emulator.press("s")
    try await emulator.screen(showingOneOf: TerminalEmulator.times(from: 2).map { "00:00 / \($0)" })
    try await emulator.press("d", showing: "── Recorder")
  }
}

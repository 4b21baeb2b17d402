import Foundation
import TestSupport
import Testing

/// Errors and recordings on terminals of several sizes.
@Suite(.needs(.postgreSQL)) struct ChatterSizesTests {
  private let chatter: ChatterVerbs

  init() throws { chatter = try ChatterVerbs() }

  /// Returns the words of a screen, whatever the lines.
  private func words(_ screen: String) -> String {
    screen.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func showsTheWholeErrorOfAnUntrustedServer() async throws {
    let server = try await ServerProcess()
    let authority = String(server.url.dropFirst("https://".count))
    let script = "'\(Repository.program("chatter"))' --server \(authority); read -r"
    try await TerminalEmulator.with(script, environment: chatter.environment()) { emulator in
      let cure = "(run chatter server \(authority), or give --trust FILE)."
      for (width, height) in [(80, 24), (40, 12), (80, 10)] {
        try await emulator.resize(to: (width, height))
        // Until it has been drawn for the new size, the screen has parts of the old one.
        try await emulator.screen(showing: "cure, \(width) by \(height)") {
          words($0).contains(cure)
        }
      }
    }
    #expect(try await server.stop() == .exited(0))
  }

  @Test func keepsTheClockOfARecordingAtEverySize() async throws {
    let server = try await ServerProcess()
    let script = """
      '\(Repository.program("chatter"))' --server \(server.url) --trust '\(server.certificate)'
      echo over
      read -r
      """
    try await TerminalEmulator.with(script, environment: chatter.environment()) { emulator in
      try await emulator.screen(showing: "No messages yet.")
      try await emulator.press("r")
      var seconds = 0
      for (width, height) in [(80, 10), (40, 12), (20, 6), (20, 1)] {
        try await emulator.resize(to: (width, height))
        // It counts on.
        let later = ((seconds + 1)..<60).map { "00:\($0 < 10 ? "0" : "")\($0)" }
        let screen = try await emulator.screen(showingOneOf: later)
        let shown = try #require(screen.firstMatch(of: /00:([0-9]{2})/)?.output.1)
        seconds = try #require(Int(shown))
      }
      try await emulator.resize(to: (20, 6))
      try await emulator.press("r", showing: "r ◉  ‖ 00:00/00:")
      try await emulator.press("x", "x")
      try await emulator.press("q", showing: "over")
    }
    #expect(try await server.stop() == .exited(0))
  }

  @Test func showsTheCureForAMissingMicrophone() async throws {
    try await ScriptedServer.with(nil) { _ in
      .ok(#"{"chatts":[]}"#)
    } _: { server in
      let script = "'\(Repository.program("chatter"))' --source alsa:no-such-device; read -r"
      try await TerminalEmulator.with(script, environment: chatter.environment(server)) {
        emulator in
        try await emulator.screen(showing: "No messages yet.")
        try await emulator.press("r", showing: "PulseAudio).")
        try await emulator.resize(to: (40, 12))
        let small = try await emulator.screen(showing: "PulseAudio).")
        #expect(small.contains("There is no microphone"))
      }
    }
  }
}

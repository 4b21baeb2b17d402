import Foundation
import TestSupport
import Testing

/// The progress line on a terminal.
struct ChatterProgressTests {
  private let chatter: ChatterVerbs

  init() throws { chatter = try ChatterVerbs() }

  /// Runs the program with arguments on a terminal, and then prints `ended` and
  /// the status.
  private func begin(
    _ line: String, at server: ScriptedServer? = nil
  ) async throws -> TerminalEmulator {
    let script = """
      trap : INT
      status=0
      '\(Repository.program("chatter"))' \(line) || status=$?
      echo "ended $status"
      read -r
      """
    return try await TerminalEmulator(script, environment: chatter.environment(server))
  }

  @Test(arguments: ["list", "play latest", "queue --all"])
  func showsTheProgressOfASlowList(line: String) async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"
    let half = Array(head.utf8) + [UInt8](repeating: 0x20, count: 500)
    try await ScriptedServer.with(nil) { _ in
      .slow([half], pause: .seconds(60))
    } _: { server in
      try await begin(line, at: server).use { emulator in
        let shown = try await emulator.screen(showing: " 50 %")
        #expect(shown.contains("Getting █"), "\(shown)")
        let screen = try await emulator.press("C-c", showing: "ended 130")
        #expect(!screen.contains("Getting"), "\(screen)")
      }
    }
  }

  @Test func removesTheProgressLineWhenInterrupted() async throws {
    let clip = try chatter.home.write(try Media.clip(.iOS, seconds: 60), to: "clip.m4a")
    try await begin("play '\(clip)'").use { emulator in
      try await emulator.screen(showing: "Playing ")
      let screen = try await emulator.press("C-c", showing: "ended 130")
      #expect(!screen.contains("Playing"), "\(screen)")
    }
  }

  @Test func endsARecordingOnEnter() async throws {
    let path = chatter.home.path(of: "a.m4a")
    try await begin("record '\(path)'").use { emulator in
      try await emulator.screen(showing: "Recording ")
      try await emulator.type("abc")
      let screen = try await emulator.press("Enter", showing: "ended 0")
      let lines = screen.split(separator: "\n")
      #expect(lines.first == "Recording: press Enter to stop.", "\(screen)")
      #expect(lines.dropFirst().first?.hasPrefix("Recorded 00:0") == true, "\(screen)")
    }
  }

  @Test func suspendsAndResumesARecording() async throws {
    let path = chatter.home.path(of: "a.m4a")
    let script = """
      set -m
      '\(Repository.program("chatter"))' record '\(path)' || echo "stopped $?"
      fg || true
      echo "ended $?"
      read -r
      """
    let emulator = try await TerminalEmulator(script, environment: chatter.environment())
    try await emulator.use { emulator in
      try await emulator.screen(showing: "Recording ")
      try await emulator.press("C-z")
      // 128 and the signal's number.
      try await emulator.screen(showing: "stopped 148")
      try await emulator.press("Enter", showing: "ended 0")
    }
    #expect(try Media.probe(chatter.home.bytes(of: "a.m4a")).seconds > 0)
  }
}

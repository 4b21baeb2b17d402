import TestSupport
import Testing

/// The progress line on a terminal.
struct ChatterProgressTests {
  private let chatter: ChatterVerbs

  init() throws { chatter = try ChatterVerbs() }

  @Test(arguments: ["list", "play latest", "queue --all"])
  func showsTheProgressOfASlowList(line: String) async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"
    let half = Array(head.utf8) + [UInt8](repeating: 0x20, count: 500)
    let script = """
      trap : INT
      '\(Repository.program("chatter"))' \(line) || echo "ended $?"
      read -r
      """
    try await ScriptedServer.with(nil) { _ in
      .slow([half], pause: .seconds(60))
    } _: { server in
      try await TerminalEmulator.with(script, environment: chatter.environment(server)) {
        emulator in
        let shown = try await emulator.screen(showing: " 50 %")
        #expect(shown.contains("Getting █"), "\(shown)")
        let screen = try await emulator.press("C-c", showing: "ended 130")
        #expect(!screen.contains("Getting"), "\(screen)")
      }
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

import Foundation
import TestSupport
import Testing

/// The interaction of the front end with a real terminal and a shell; no server is needed.
struct ChatterTerminalTests {
  private let chatter: ChatterVerbs
  private var home: TemporaryDirectory { chatter.home }

  init() throws { chatter = try ChatterVerbs() }

  /// Starts a bash script with job control, in which `chatter` is the program.
  private func begin(
    _ script: String, environment: [String: String] = [:]
  ) async throws -> TerminalEmulator {
    let lines = """
      set -m +e
      chatter() {
        sh -c 'echo $$ > pid; exec "$@"' sh '\(Repository.program("chatter"))' \\
          --server http://127.0.0.1:1 "$@"
      }
      cd '\(home.path)'
      \(script)
      read -r
      """
    // NO_COLOR may be set in the environment of the tests; empty counts as not set.
    let variables = chatter.environment().merging(["NO_COLOR": ""]) { $1 }
    return try await TerminalEmulator(lines, environment: variables.merging(environment) { $1 })
  }

  private func send(_ signal: String) async throws {
    let program = try text(of: "pid").filter(\.isNumber)
    _ = try await ProgramRun("kill", ["-\(signal)", program]).checked()
  }

  private func text(of name: String) throws -> String {
    String(decoding: try home.bytes(of: name), as: UTF8.self)
  }

  @Test func suspendsAndResumesWithoutChangingTheTerminal() async throws {
    let script = """
      stty -a > before
      chatter
      stty -a > during
      echo "stopped"
      read -r
      bg %1
      # Time enough to do what it must not.
      sleep 1
      echo "in the background"
      read -r
      fg %1
      echo "ended $?"
      stty -a > after
      echo over
      """
    try await begin(script).use { emulator in
      try await emulator.screen(showing: "── Recorder")
      let stopped = try await emulator.press("C-z", showing: "stopped")
      #expect(!stopped.contains("Recorder"))
      let background = try await emulator.press("Enter", showing: "in the background")
      #expect(background.contains("stopped") && !background.contains("Recorder"))
      try await emulator.press("Enter", showing: "── Recorder")
      try await emulator.press("q", showing: "ended 0")
      try await emulator.screen(showing: "over")
      let before = try text(of: "before")
      #expect(try text(of: "during") == before)
      #expect(try text(of: "after") == before)
    }
  }

  @Test func endsWhileSuspendedWithoutChangingTheTerminal() async throws {
    let script = """
      stty -a > before
      chatter
      program=$(jobs -p %1)
      kill %1
      while kill -0 "$program"; do sleep 0.05; done
      echo ended
      stty -a > after
      echo over
      """
    try await begin(script).use { emulator in
      try await emulator.screen(showing: "── Recorder")
      let screen = try await emulator.press("C-z", showing: "over")
      #expect(!screen.contains("Recorder"))
      #expect(try text(of: "after") == text(of: "before"))
    }
  }

  @Test func showsTheSameAfterResizing() async throws {
    try await begin("chatter; echo ended").use { emulator in
      let first = try await emulator.screen(showing: "connection refused")
      try await emulator.resize(to: (50, 15))
      try await emulator.screen(showing: String(repeating: "─", count: 39) + "\n")
      try await emulator.resize(to: (30, 10))
      try await emulator.screen(showing: " r ◉ Rec\n (▶)")
      try await emulator.resize(to: (80, 24), (60, 20), (80, 24))
      try await emulator.screen(showing: first)
    }
  }

  @Test func respectsNoColorAndFallsBackToLines() async throws {
    try await begin("chatter").use { emulator in
      // In one capture: between two of them the screen may be redrawn.
      let screen = try await emulator.screen(
        showing: "connection refused", withRenditions: true)
      #expect(screen.contains(/\u{1B}\[[0-9;]*3[0-8]/), "\(screen.debugDescription)")
    }
    try await begin("chatter", environment: ["NO_COLOR": "1"]).use { emulator in
      let screen = try await emulator.screen(
        showing: "connection refused", withRenditions: true)
      #expect(!screen.contains(/\u{1B}\[[0-9;]*[34][0-8]/), "\(screen.debugDescription)")
    }
    try await begin("unset TERM; chatter; echo ended").use { emulator in
      let screen = try await emulator.screen(showing: "connection refused")
      #expect(screen.contains("Type help for commands."))
      try await emulator.press("quit", "Enter", showing: "ended")
    }
  }

  @Test(arguments: ["TERM", "HUP"])
  func keepsTheRecordingOnASignal(signal: String) async throws {
    let script = """
      mkdir -p tmp
      export TMPDIR="$PWD/tmp" XDG_RUNTIME_DIR="$PWD/tmp"
      chatter
      echo over
      """
    try await begin(script).use { emulator in
      try await emulator.screen(showing: "── Recorder")
      try await emulator.press("r")
      try await emulator.screen(showingOneOf: TerminalEmulator.times(from: 1))
      try await send(signal)
      // The shell sends it in addition to the kernel; the program may have ended by then.
      if signal == "HUP" { try? await send(signal) }
      let screen = try await emulator.screen(showing: "over")
      #expect(
        screen.replacing("\n", with: "").contains("the recording that was not posted is saved"))
      let clip = try home.bytes(of: ".local/state/chatter/unsent-1.m4a")
      #expect(try Media.probe(clip).seconds > 0.5)
      let left = try home.names(in: "tmp")
      #expect(left == [])
    }
  }

  @Test(arguments: [nil, "SEGV"])
  func showsStandardErrorAfterTheScreenIsClosed(signal: String?) async throws {
    let environment = ["GST_DEBUG": "GST_INIT:4,GST_PLUGIN_LOADING:4", "GST_DEBUG_NO_COLOR": "1"]
    try await begin("chatter; echo ended", environment: environment).use { emulator in
      try await emulator.screen(showing: "── Recorder")
      try await emulator.press("r")
      // A recording with a length has loaded GStreamer, which has written by then.
      let screen = try await emulator.screen(showingOneOf: TerminalEmulator.times(from: 1))
      #expect(screen.contains("Stop recording") && !screen.contains("INFO"))
      if let signal { try await send(signal) } else { try await emulator.press("C-c", "C-c") }
      let after = try await emulator.screen(showing: "ended")
      #expect(after.contains("INFO"))
    }
  }
}

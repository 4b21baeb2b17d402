import TestSupport
import Testing

/// `chatter play` with the keys of a terminal.
struct ChatterPlayTests {
  @Test func pausesByKeyAndRestoresTheTerminal() async throws {
    let chatter = try ChatterVerbs()
    let clip = try chatter.home.write(try Media.clip(.iOS, seconds: 60), to: "clip.m4a")
    let program = Repository.program("chatter")
    // A signal ends the second one, after which the terminal must be as before too.
    let script = """
      trap : INT
      cd '\(chatter.home.path)'
      stty -a > before
      '\(program)' play '\(clip)' && echo ended
      stty -a > after
      '\(program)' play '\(clip)' || echo "killed $?"
      stty -a > after-signal
      echo over
      sleep 60
      """
    try await TerminalEmulator.with(script, environment: chatter.environment()) { emulator in
      try await emulator.screen(showing: "space pauses, q ends")
      try await emulator.press("Space", showing: "space resumes, q ends")
      try await emulator.press("Space", showing: "space pauses, q ends")
      try await emulator.press("q", showing: "ended")
      try await emulator.screen(showing: "space pauses, q ends")
      try await emulator.press("C-c", showing: "over")
    }
    let before = try chatter.home.bytes(of: "before")
    #expect(try chatter.home.bytes(of: "after") == before)
    #expect(try chatter.home.bytes(of: "after-signal") == before)
  }

  /// Keys that are typed for another job neither reach the program nor stop it.
  @Test func playsOnInTheBackground() async throws {
    let chatter = try ChatterVerbs()
    let clip = try chatter.home.write(try Media.clip(.iOS, seconds: 60), to: "clip.m4a")
    let script = """
      set -m
      '\(Repository.program("chatter"))' play '\(clip)' || echo "stopped $?"
      bg
      read -r
      sleep 1
      echo "running: $(jobs -r | wc -l)"
      kill %1
      sleep 60
      """
    try await TerminalEmulator.with(script, environment: chatter.environment()) { emulator in
      try await emulator.screen(showing: "space pauses, q ends")
      try await emulator.press("C-z")
      // 128 and the signal's number.
      try await emulator.screen(showing: "stopped 148")
      try await emulator.press("q", "Enter", showing: "running: 1")
    }
  }
}

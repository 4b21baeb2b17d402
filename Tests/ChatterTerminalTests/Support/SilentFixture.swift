import ChatterAudio
import TestSupport

@testable import ChatterTerminal

/// A player on the silent engine, whose clock the test advances.
@MainActor
struct SilentFixture {
  let engine: SilentEngine
  let player: AudioPlayer

  init(level: Double = 0.5) {
    engine = SilentEngine(level: { _ in level })
    player = AudioPlayer(engine: engine, clock: engine.clock)
  }

  /// Waits until a condition holds, for at most five seconds; false if it does not.
  static func until(_ condition: @MainActor () -> Bool) async -> Bool {
    for _ in 0..<1000 {
      if condition() { return true }
      try? await Task.sleep(for: .milliseconds(5))
    }
    return condition()
  }
}

import ChatterAudio
import SilentAudio
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
}

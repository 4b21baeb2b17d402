import ChatterAudio
import SilentAudio

/// A player on a silent engine, and the clock that drives both.
@MainActor
struct PlayerFixture {
  let engine: SilentEngine
  let player: AudioPlayer

  var clock: TestClock { engine.clock }

  init(level: @escaping @Sendable (Duration) -> Double = { _ in 0 }) {
    engine = SilentEngine(level: level)
    player = AudioPlayer(engine: engine, clock: engine.clock)
  }

  /// A player at the start of playing a clip of this duration.
  static func playing(seconds: Int) async -> PlayerFixture {
    let fixture = PlayerFixture()
    fixture.player.setupPlayer(clip: SilentClip.bytes(lasting: .seconds(seconds)))
    fixture.player.playTapped()
    await fixture.player.settled()
    return fixture
  }

  /// A player that records.
  static func recording() async -> PlayerFixture {
    let fixture = PlayerFixture()
    fixture.player.setupRecorder()
    fixture.player.recTapped()
    await fixture.player.settled()
    return fixture
  }

  /// A player that has recorded a clip of this duration.
  static func recorded(seconds: Int) async -> PlayerFixture {
    let fixture = await recording()
    fixture.clock.advance(by: .seconds(seconds))
    fixture.player.recTapped()
    await fixture.player.settled()
    return fixture
  }
}

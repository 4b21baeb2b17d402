import ChatterAudio

/// Plays three seconds on the silent engine.
///
/// To hear the clip, use `GStreamerEngine()` instead.
@main struct AudioExample {
  @MainActor static func main() async {
    let engine = SilentEngine()
    let player = AudioPlayer(engine: engine, clock: engine.clock)
    player.setupPlayer(clip: SilentClip.bytes(lasting: .seconds(3)))
    player.playTapped()
    await player.settled()
    engine.clock.advance(by: .seconds(2))
    print("\(player.currentTimeString) of \(player.durationString)")
  }
}

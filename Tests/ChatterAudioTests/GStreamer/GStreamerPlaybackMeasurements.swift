import TestSupport
import Testing

@testable import ChatterAudio

/// Positions compared with the clock: a busy machine delays the sound.
struct GStreamerPlaybackMeasurements {
  /// The times are read around each position, because this thread may be delayed between the two.
  @Test(arguments: [1.0, 2]) func advancesThePositionWithTheClock(rate: Double) async throws {
    let clock = ContinuousClock()
    let playback = try await GStreamerEngine(sink: .silent).playback(of: Recorded.tone())
    try await playback.play()
    try await playback.setRate(rate)
    try await playback.seek(to: .zero)
    try await eventually { playback.currentTime > .milliseconds(200) }
    let (first, from, second) = (clock.now, playback.currentTime, clock.now)
    try await Task.sleep(for: .milliseconds(400))
    let (third, to, fourth) = (clock.now, playback.currentTime, clock.now)
    playback.close()
    let played = (to - from) / rate
    #expect(played > third - second - .milliseconds(50))
    #expect(played < fourth - first + .milliseconds(50))
  }
}

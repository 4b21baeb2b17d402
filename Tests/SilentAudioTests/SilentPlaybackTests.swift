import ChatterAudio
import Testing

@testable import SilentAudio

struct SilentPlaybackTests {
  let engine = SilentEngine(clipDuration: .seconds(10))

  @Test func followsTheClockOnlyWhilePlaying() async throws {
    let playback = try await engine.playback(of: [])
    engine.clock.advance(by: .seconds(1))
    #expect(playback.currentTime == .zero)
    try await playback.play()
    engine.clock.advance(by: .seconds(3))
    #expect(playback.currentTime == .seconds(3))
    try await playback.pause()
    engine.clock.advance(by: .seconds(3))
    #expect(playback.currentTime == .seconds(3))
    try await playback.play()
    engine.clock.advance(by: .milliseconds(500))
    #expect(playback.currentTime == .milliseconds(3500))
  }

  @Test func followsRateChangesDuringPlayback() async throws {
    let playback = try await engine.playback(of: [])
    try await playback.setRate(2)
    try await playback.play()
    engine.clock.advance(by: .seconds(2))
    #expect(playback.currentTime == .seconds(4))
    try await playback.setRate(0.5)
    engine.clock.advance(by: .seconds(2))
    #expect(playback.currentTime == .seconds(5))
  }

  @Test func clampsSeeksAndContinuesPlayingFromThere() async throws {
    let playback = try await engine.playback(of: [])
    try await playback.seek(to: .seconds(-3))
    #expect(playback.currentTime == .zero)
    try await playback.seek(to: .seconds(4))
    #expect(playback.currentTime == .seconds(4))
    try await playback.play()
    engine.clock.advance(by: .seconds(1))
    #expect(playback.currentTime == .seconds(5))
    try await playback.seek(to: .seconds(1))
    engine.clock.advance(by: .seconds(1))
    #expect(playback.currentTime == .seconds(2))
    try await playback.pause()
    try await playback.seek(to: .seconds(11))
    #expect(playback.currentTime == .seconds(10))
  }

  @Test func reportsTheEndOnceAtAnyRateAndAfterSeeks() async throws {
    let playback = try await engine.playback(of: [])
    try await playback.play()
    try await playback.seek(to: .seconds(6))
    try await playback.setRate(2)
    #expect(engine.clock.waitingCount == 1)
    engine.clock.advance(by: .milliseconds(1999))
    #expect(engine.clock.waitingCount == 1)
    engine.clock.advance(by: .seconds(5))
    #expect(engine.clock.waitingCount == 0)
    #expect(playback.currentTime == .seconds(10))
    playback.close()
    var events: [PlaybackEvent] = []
    for await event in playback.events { events.append(event) }
    #expect(events == [.ended])
  }

  @Test func reportsTheEndAgainWhenPlayedAtTheEnd() async throws {
    let playback = try await engine.playback(of: [])
    try await playback.seek(to: .seconds(10))
    try await playback.play()
    try await playback.play()
    playback.close()
    var events: [PlaybackEvent] = []
    for await event in playback.events { events.append(event) }
    #expect(events == [.ended, .ended])
  }

  @Test func stopsAndReportsWhenBroken() async throws {
    let playback = try await engine.playback(of: [])
    try await playback.play()
    engine.clock.advance(by: .seconds(2))
    engine.breakPlayback(with: .undecodable("it is damaged"))
    engine.clock.advance(by: .seconds(2))
    #expect(playback.currentTime == .seconds(2))
    playback.close()
    var events: [PlaybackEvent] = []
    for await event in playback.events { events.append(event) }
    #expect(events == [.failed(.undecodable("it is damaged"))])
  }

  @Test func endsItsEventsWhenClosed() async throws {
    let playback = try #require(try await engine.playback(of: []) as? SilentPlayback)
    playback.setVolume(0.25)
    #expect(playback.volume == 0.25)
    try await playback.play()
    playback.close()
    playback.close()
    #expect(playback.isClosed)
    #expect(engine.clock.waitingCount == 0)
    await #expect(throws: AudioError.engine("the clip is closed")) { try await playback.play() }
    for await event in playback.events { Issue.record("\(event)") }
  }
}

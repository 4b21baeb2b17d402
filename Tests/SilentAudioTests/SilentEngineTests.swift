import Chatter
import ChatterAudio
import SilentAudio
import TestSupport
import Testing

struct SilentEngineTests {
  @Test func readsDurationsFromBoxesUnlessGiven() async throws {
    let bytes = try TinyClip.bytes()
    let playback = try await SilentEngine().playback(of: bytes)
    #expect(playback.duration == (try TinyClip.clip().facts.duration))
    let given = try await SilentEngine(clipDuration: .seconds(5)).playback(of: [1, 2, 3])
    #expect(given.duration == .seconds(5))
  }

  @Test func rejectsBytesThatAreNotAClip() async {
    await #expect(
      throws: AudioError.undecodable(
        "this is not an m4a file (no 'ftyp' at its start): record MPEG-4 AAC")
    ) {
      _ = try await SilentEngine().playback(of: [UInt8](repeating: 7, count: 100))
    }
    await #expect(throws: AudioError.self) { _ = try await SilentEngine().samples(of: []) }
  }

  @Test func returnsThePermissionThatWasSet() async {
    let engine = SilentEngine()
    #expect(await engine.recordPermission() == .granted)
    engine.permission = .denied("no")
    #expect(await engine.recordPermission() == .denied("no"))
  }

  @Test func failsEachStepOnceOnRequest() async throws {
    let engine = SilentEngine(clipDuration: .seconds(5))
    let error = AudioError.engine("injected failure")
    for step in [SilentEngine.Step.preparing, .recording, .decoding] {
      engine.failNext(step, with: error)
    }
    await #expect(throws: error) { _ = try await engine.playback(of: []) }
    await #expect(throws: error) { _ = try await engine.recording(to: "/dev/null", .init()) }
    await #expect(throws: error) { _ = try await engine.samples(of: []) }

    let playback = try await engine.playback(of: [])
    for step in [SilentEngine.Step.playing, .pausing, .seeking, .changingRate] {
      engine.failNext(step, with: error)
    }
    await #expect(throws: error) { try await playback.play() }
    await #expect(throws: error) { try await playback.pause() }
    await #expect(throws: error) { try await playback.seek(to: .zero) }
    await #expect(throws: error) { try await playback.setRate(1) }
    try await playback.play()
  }

  @Test func returnsSilenceOfTheClipsDuration() async throws {
    var count = 0
    for try await chunk in try await SilentEngine(clipDuration: .seconds(2)).samples(of: []) {
      #expect(chunk.allSatisfy { $0 == 0 })
      count += chunk.count
    }
    #expect(count == 2 * 16_000)
  }

  @Test func releasesTheEngineWithItsUser() async throws {
    weak var engine: SilentEngine?
    weak var playback: (any AudioPlayback)?
    do {
      let made = SilentEngine(clipDuration: .seconds(5))
      let opened = try await made.playback(of: [])
      try await opened.play()
      (engine, playback) = (made, opened)
      #expect(engine != nil && playback != nil)
    }
    #expect(playback == nil)
    #expect(engine == nil)
  }
}

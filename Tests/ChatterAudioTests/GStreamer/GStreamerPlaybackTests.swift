import Chatter
import TestSupport
import Testing

@testable import ChatterAudio

@Suite(.needs(.programs)) struct GStreamerPlaybackTests {
  /// Plays a clip to its end into a file and returns the sound in it.
  private func play(
    _ file: [UInt8], rate: Double = 1, volume: Double = 1, inRealTime: Bool = false
  ) async throws -> Sound {
    let directory = try TemporaryDirectory()
    let tape = directory.path(of: "tape.wav")
    let engine = GStreamerEngine(source: .default, sink: .file(tape, inRealTime: inRealTime))
    let playback = try await engine.playback(of: file)
    try await playback.setRate(rate)
    playback.setVolume(volume)
    try await playback.play()
    var events = playback.events.makeAsyncIterator()
    #expect(await events.next() == .ended)
    // The position is that of the media, whatever the rate.
    #expect(abs((playback.duration - playback.currentTime).seconds) < 0.1)
    playback.close()
    #expect(await events.next() == nil)
    return try #require(Sound(wav: directory.bytes(of: "tape.wav")))
  }

  @Test func playsARecordedToneAtItsFrequencyAndLength() async throws {
    let file = try await Recorded.tone()
    let sound = try await play(file)
    let duration = try AudioClip(bytes: file).facts.duration
    #expect(abs(sound.frequency - 440) < 2)
    #expect(abs(sound.seconds - duration.seconds) < 0.1)
    #expect(abs(sound.withoutSilence.seconds - duration.seconds) < 0.1)
  }

  @Test(arguments: [0.5, 1.5, 2, 3])
  func keepsThePitchAtOtherRates(rate: Double) async throws {
    let file = try await Recorded.tone()
    let sound = try await play(file, rate: rate)
    let duration = try AudioClip(bytes: file).facts.duration
    #expect(abs(sound.frequency - 440) < 5)
    #expect(abs(sound.seconds - duration.seconds / rate) < 0.15)
  }

  @Test func halvesTheLoudnessAtHalfTheVolume() async throws {
    let file = try await Recorded.tone()
    let loud = try await play(file).samples.map { abs(Int($0)) }.max() ?? 0
    let soft = try await play(file, volume: 0.5).samples.map { abs(Int($0)) }.max() ?? 0
    #expect(abs(Double(soft) / Double(loud) - 0.5) < 0.05)
  }

  @Test func advancesThePositionOnlyWhilePlaying() async throws {
    let engine = GStreamerEngine(sink: .silent)
    let playback = try await engine.playback(of: try await Recorded.tone())
    #expect(playback.currentTime == .zero)
    try await playback.play()
    try await eventually { playback.currentTime > .milliseconds(200) }
    try await playback.pause()
    let paused = playback.currentTime
    #expect(paused > .milliseconds(200))
    // Time passes for another clip.
    let other = try await engine.playback(of: try await Recorded.tone())
    try await other.play()
    try await eventually { other.currentTime > .milliseconds(200) }
    other.close()
    #expect(playback.currentTime == paused)
    playback.close()
  }

  @Test(arguments: [(700, 700), (-500, 0), (0, 0), (1_900, 1_900)])
  func clampsSeeksToTheClip(milliseconds: Int, expected: Int) async throws {
    let engine = GStreamerEngine(sink: .silent)
    let playback = try await engine.playback(of: try await Recorded.tone())
    try await playback.seek(to: .milliseconds(milliseconds))
    #expect(abs(playback.currentTime.seconds - Double(expected) / 1_000) < 0.005)
    try await playback.seek(to: .milliseconds(100))
    #expect(abs(playback.currentTime.seconds - 0.1) < 0.005)
    playback.close()
  }

  /// The clip can then be played again from its start.
  @Test func endsTheClipOnASeekBeyondItsEnd() async throws {
    let engine = GStreamerEngine(sink: .silent)
    let playback = try await engine.playback(of: try await Recorded.tone())
    var events = playback.events.makeAsyncIterator()
    try await playback.play()
    try await playback.seek(to: .seconds(60))
    #expect(await events.next() == .ended)
    #expect(playback.currentTime <= playback.duration)
    try await playback.pause()
    try await playback.seek(to: .zero)
    #expect(playback.currentTime < .milliseconds(5))
    try await playback.play()
    try await eventually { playback.currentTime > .milliseconds(100) }
    try await playback.seek(to: playback.duration - .milliseconds(50))
    #expect(await events.next() == .ended)
    playback.close()
    // A delayed test may receive the end of the clip before that of the seek.
    while let event = await events.next() { #expect(event == .ended) }
  }

  @Test func writesSeveralPlaybacksToOneFile() async throws {
    let directory = try TemporaryDirectory()
    let tape = directory.path(of: "tape.wav")
    let engine = GStreamerEngine(sink: .file(tape, inRealTime: false))
    let file = try await Recorded.tone()
    var seconds = 0.0
    for _ in 0..<2 {
      let playback = try await engine.playback(of: file)
      seconds += playback.duration.seconds
      try await playback.play()
      for await event in playback.events {
        #expect(event == .ended)
        playback.close()
      }
    }
    let sound = try #require(Sound(wav: directory.bytes(of: "tape.wav")))
    #expect(abs(sound.seconds - seconds) < 0.2)
  }

  /// The beginnings of clips are in PlayableFileTests.
  @Test func rejectsBytesThatAreNotAClip() async throws {
    let engine = GStreamerEngine(sink: .silent)
    let noise = (0..<4_000).map { UInt8(truncatingIfNeeded: $0 &* 197 &+ ($0 >> 3) &* 31) }
    let text = Array("This is a text and not a clip, however long it is.".utf8)
    for file in [[], text, noise, [UInt8](repeating: 0, count: 4_000)] {
      do {
        let playback = try await engine.playback(of: file)
        playback.close()
        Issue.record("no error was thrown")
      } catch {
        guard case .undecodable(let reason) = error else { throw error }
        #expect(!reason.hasSuffix("."))
      }
    }
  }

  @Test func playsClipsOfOtherFormats() async throws {
    let sound = try await play(Sound.sine(330, seconds: 0.8, from: 0.5, to: 0.5).wav)
    #expect(abs(sound.frequency - 330) < 2)
    #expect(abs(sound.seconds - 0.8) < 0.05)
  }

  @Test func rejectsOperationsAfterClose() async throws {
    let playback = try await GStreamerEngine(sink: .silent).playback(of: Recorded.tone())
    playback.close()
    playback.close()
    await #expect(throws: AudioError.engine("the pipeline has been closed")) {
      try await playback.play()
    }
    #expect(playback.currentTime <= playback.duration)
  }

  @Test func reportsAFullDiskAsAFailureOfTheFile() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "tape.wav")
    let tape = try WAVFile(path, dataBytesMax: 20_000)
    let playback = try await GStreamerPlayback(
      Recorded.tone(), to: .file(path, inRealTime: false), tape: tape)
    try await playback.play()
    var events = playback.events.makeAsyncIterator()
    #expect(await events.next() == .failed(.file("\(path): maximum WAV file size reached")))
    playback.close()
  }
}

import Chatter
import ChatterAudio
import SilentAudio
import TestSupport
import Testing

@testable import class ChatterAudio.OpenFile

struct SilentRecordingTests {
  let engine = SilentEngine { min($0 / .seconds(2), 1) }
  let directory = try! TemporaryDirectory()

  @Test func recordsAValidClipOfTheElapsedTime() async throws {
    let path = directory.path + "/memo.m4a"
    let recording = try await engine.recording(to: path, RecordingSettings(sampleRate: 16_000))
    engine.clock.advance(by: .milliseconds(2500))
    #expect(recording.currentTime == .milliseconds(2500))
    #expect(try await recording.stop() == .milliseconds(2500))
    let clip = try AudioClip(bytes: try await OpenFile.readClip(path))
    #expect(clip.facts.duration == .milliseconds(2500))
    #expect(clip.facts.sampleRate == 16_000)
    #expect(engine.clock.waitingCount == 0)
  }

  @Test func sendsTenLevelsASecondUntilItEnds() async throws {
    let recording = try await engine.recording(to: directory.path + "/a.m4a", .init())
    engine.clock.advance(by: .milliseconds(450))
    _ = try await recording.stop()
    engine.clock.advance(by: .seconds(1))
    var levels: [Double] = []
    for try await level in recording.levels { levels.append(level) }
    #expect(levels == [0.05, 0.1, 0.15, 0.2])
  }

  @Test func sendsItsSilenceInChunksUntilItEnds() async throws {
    let recording = try await engine.recording(to: directory.path + "/a.m4a", .init())
    engine.clock.advance(by: .milliseconds(250))
    _ = try await recording.stop()
    engine.clock.advance(by: .seconds(1))
    var counts: [Int] = []
    for await chunk in recording.samples { counts.append(chunk.count) }
    #expect(counts == [1_600, 1_600, 800])
  }

  @Test func keepsWhatWasRecordedWhenClosed() async throws {
    let path = directory.path + "/a.m4a"
    let recording = try await engine.recording(to: path, .init())
    engine.clock.advance(by: .seconds(1))
    recording.close()
    recording.close()
    #expect(try AudioClip(bytes: try await OpenFile.readClip(path)).facts.duration == .seconds(1))
    await #expect(throws: AudioError.engine("the recording has ended")) {
      try await recording.stop()
    }
  }

  @Test func rejectsUnwritablePathsImmediately() async {
    let path = directory.path + "/no/memo.m4a"
    await #expect(
      throws: AudioError.file("\(path): No such file or directory")
    ) { _ = try await engine.recording(to: path, .init()) }
  }

  @Test func reportsWhenBroken() async throws {
    let recording = try await engine.recording(to: directory.path + "/a.m4a", .init())
    engine.breakRecording(with: .noSource)
    await #expect(throws: AudioError.noSource) { for try await _ in recording.levels {} }
    recording.close()
  }
}

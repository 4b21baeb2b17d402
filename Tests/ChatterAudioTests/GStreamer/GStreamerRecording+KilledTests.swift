import Chatter
import Foundation
import TestSupport
import Testing

@testable import ChatterAudio

@Suite(.needs(.programs)) struct KilledRecordingTests {
  /// Records a tone in another process, kills it, and returns the duration recorded until then.
  private func recordAndKill(
    into path: String, after time: Duration
  ) async throws -> Duration {
    let program = try await RunningProgram(Repository.program("EngineProgram"), ["record", path])
    func recorded() -> Duration {
      let lines = String(decoding: program.output, as: UTF8.self).split(separator: "\n")
      return .milliseconds(lines.compactMap { Int($0) }.max() ?? 0)
    }
    try await eventually { recorded() >= time || program.hasEnded }
    program.send(SIGKILL)
    #expect(try await program.ending() == .killed(signal: SIGKILL))
    return recorded()
  }

  /// The recording can also be made progressive.
  @Test(arguments: [1_050, 1_700, 2_400])
  func playsToWithinASecondOfTheKill(milliseconds: Int) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "clip.m4a")
    let recorded = try await recordAndKill(into: path, after: .milliseconds(milliseconds))
    let left = try directory.bytes(of: "clip.m4a")

    let engine = GStreamerEngine(sink: .file(directory.path(of: "tape.wav"), inRealTime: false))
    let playback = try await engine.playback(of: left)
    try await playback.play()
    var events = playback.events.makeAsyncIterator()
    #expect(await events.next() == .ended)
    playback.close()
    let sound = try #require(Sound(wav: directory.bytes(of: "tape.wav")))
    #expect(sound.seconds > recorded.seconds - 1)
    #expect(abs(sound.frequency - 440) < 3)

    let duration = try await engine.recoverRecording(at: path)
    #expect(duration > recorded - .seconds(1))
    #expect(abs(sound.seconds - duration.seconds) < 0.1)
    let clip = try AudioClip(bytes: directory.bytes(of: "clip.m4a"))
    #expect(abs((clip.facts.duration - duration).seconds) < 0.02)
    // A second recovery changes nothing.
    let again = try await engine.recoverRecording(at: path)
    #expect(abs((again - duration).seconds) < 0.02)
    #expect(try directory.names().count == 2)
  }

  @Test func losesAtMostTheLastSecondAtAnyCut() async throws {
    let file = try await Recorded.fragments()
    var last = Duration.zero
    for count in stride(from: 1_000, to: file.count, by: 97) {
      let cut = Array(file.prefix(count))
      let whole = WholeFragments.byteCount(of: cut).map { Array(cut.prefix($0)) } ?? cut
      let duration = (try? AudioClip(bytes: whole).facts.duration) ?? .zero
      #expect(duration >= last)
      #expect(duration - last <= .seconds(1))
      last = duration
    }
    #expect(last > .milliseconds(400))
  }
}

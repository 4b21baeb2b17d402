import Chatter
import ChatterAudio
import SilentAudio
import TestSupport
import Testing

@testable import ChatterTerminal

@MainActor struct RecordVerbTranscriptTests {
  private let directory: TemporaryDirectory
  private let console = RecordingConsole()
  private let engine = SilentEngine()
  private let transcriber = FakeTranscriber()

  init() throws { directory = try TemporaryDirectory() }

  private var path: String { directory.path(of: "a.m4a") }

  /// Records until two seconds have passed on the clock.
  private func record() -> Task<Int32?, any Error> {
    var verb = RecordVerb(
      path: path, time: .seconds(2), recorder: AudioRecorder(engine: engine), console: console,
      events: AsyncStream { _ in })
    verb.transcriber = transcriber
    return Task { [verb] in try await verb.run() }
  }

  @Test func showsTextWhileItGrowsAndPrintsItAtTheEnd() async throws {
    console.progressColumns = 60
    let running = record()
    try await eventually { Files.byteCount(path) ?? 0 > 0 }
    transcriber.yield("one two")
    try await eventually { console.reports.contains("00:00 one two") }
    #expect(console.output == "")
    engine.clock.advance(by: .seconds(2))
    try await eventually { console.reports.contains("Recorded 00:02.") }
    transcriber.yield("one two three")
    transcriber.finish()
    #expect(try await running.value == nil)
    #expect(console.output == "one two three\n")
  }

  @Test func completesTheRecordingWhenTheTranscriberFails() async throws {
    let running = record()
    try await eventually { Files.byteCount(path) ?? 0 > 0 }
    transcriber.yield("one")
    transcriber.finish(throwing: TranscriberError.ended("no model"))
    engine.clock.advance(by: .seconds(2))
    let failure = ExitError(
      "the recording is complete, but its transcript is not: no model", .unavailable)
    await #expect(throws: failure) { try await running.value }
    #expect(console.output == "one\n")
    #expect(try AudioClip(bytes: directory.bytes(of: "a.m4a")).facts.duration > .seconds(1))
  }
}

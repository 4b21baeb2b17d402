import ChatterAudio
import Foundation
import TestSupport
import Testing

@testable import ChatterTerminal

@MainActor struct ProgramTranscriberRecordingTests {
  @Test(.needs(.time)) func yieldsGrowingTextBeforeTheRecordingEnds() async throws {
    let directory = try TemporaryDirectory()
    let voice = try await ProgramRun(
      "espeak-ng",
      ["--stdout", "-v", "en-us+m3", "-s", "160", "one two three four five six seven eight"]
    ).checked().output
    let source = try directory.write(voice, to: "voice.wav")
    let recorder = AudioRecorder(engine: GStreamerEngine(source: .file(source), sink: .silent))
    let transcriber = ProgramTranscriber(
      command: [Repository.program(ProgramTranscriber.name)],
      environment: ProcessInfo.processInfo.environment)
    var texts = transcriber.transcribe(recorder.samples).makeAsyncIterator()
    try await recorder.start(to: directory.path(of: "clip.m4a"))
    // The recording continues until it is stopped below: a text that came only after its end would
    // never arrive here.
    let early = try #require(try await texts.next())
    #expect(!early.isEmpty && recorder.isRecording)
    try await eventually { recorder.hasSourceEnded }
    try await recorder.stop()
    var last = early
    while let text = try await texts.next() { last = text }
    #expect(last.count > early.count)
    #expect(last.contains("three four five six seven"))
  }
}

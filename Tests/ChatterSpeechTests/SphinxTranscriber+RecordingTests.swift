import ChatterAudio
import ChatterSpeech
import TestSupport
import Testing

@MainActor
struct SphinxTranscriberRecordingTests {
  @Test func yieldsGrowingTextBeforeTheRecordingEnds() async throws {
    let directory = try TemporaryDirectory()
    let voice = try await Voice.clip("one two three four five six seven eight")
    let source = try directory.write(voice, to: "voice.wav")
    let recorder = AudioRecorder(engine: GStreamerEngine(source: .file(source), sink: .silent))
    let texts = SphinxTranscriber().transcribe(recorder.samples)
    try await recorder.start(to: directory.path(of: "clip.m4a"))
    var iterator = texts.makeAsyncIterator()
    // The recording continues until it is stopped below: a text that came only after its end would
    // never arrive here.
    let early = try #require(try await iterator.next())
    #expect(!early.isEmpty)
    #expect(recorder.isRecording)
    try await eventually { recorder.hasSourceEnded }
    try await recorder.stop()
    var last = early
    while let text = try await iterator.next() { last = text }
    #expect(last.count > early.count)
    #expect(last.contains("three four five six seven"))
  }
}

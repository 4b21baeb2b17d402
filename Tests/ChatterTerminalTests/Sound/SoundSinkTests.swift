import ChatterAudio
import Testing

@testable import ChatterTerminal

@Suite struct SoundSinkTests {
  @Test(
    arguments: [
      ("default", SoundSink.standard, AudioSink.default),
      ("pulse", .pulse(device: nil), .pulse(device: nil)), ("pipewire", .pipewire, .pipewire),
      ("alsa", .alsa(device: nil), .alsa(device: nil)),
      ("file:o.wav", .file("o.wav"), .file("o.wav")),
      ("silent", .silent, .silent),
    ])
  func parsesSinksForTheEngine(text: String, sink: SoundSink, engine: AudioSink) {
    #expect(SoundSink(text) == sink)
    #expect(sink.audioSink == engine)
  }

  @Test(arguments: ["", "loud", "silent:x", "file:", "tone:440"])
  func rejectsInvalidSinks(text: String) {
    #expect(SoundSink(text) == nil)
  }
}

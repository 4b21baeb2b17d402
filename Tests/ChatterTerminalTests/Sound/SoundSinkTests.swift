import ChatterAudio
import Testing

@testable import ChatterTerminal

@Suite struct SoundSinkTests {
  @Test(
    "sinks are read, and are those of the engine",
    arguments: [
      ("default", SoundSink.standard, AudioSink.default),
      ("pulse", .pulse(device: nil), .pulse(device: nil)), ("pipewire", .pipewire, .pipewire),
      ("alsa", .alsa(device: nil), .alsa(device: nil)),
      ("file:o.wav", .file("o.wav"), .file("o.wav")),
      ("silent", .silent, .silent),
    ])
  func reads(text: String, sink: SoundSink, engine: AudioSink) {
    #expect(SoundSink(text) == sink)
    #expect(sink.audioSink == engine)
  }

  @Test("what is no sink is refused", arguments: ["", "loud", "silent:x", "file:", "tone:440"])
  func refuses(text: String) {
    #expect(SoundSink(text) == nil)
  }
}

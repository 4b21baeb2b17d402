import ChatterAudio
import Testing

@testable import ChatterTerminal

struct AudioSinkTests {
  @Test(
    arguments: [
      ("default", AudioSink.default), ("pulse", .pulse(device: nil)), ("pipewire", .pipewire),
      ("alsa", .alsa(device: nil)), ("file:o.wav", .file("o.wav")), ("silent", .silent),
    ])
  func parsesSinksForTheEngine(text: String, sink: AudioSink) {
    #expect(AudioSink(text) == sink)
  }

  @Test(arguments: ["", "loud", "silent:x", "file:", "tone:440"])
  func rejectsInvalidSinks(text: String) {
    #expect(AudioSink(text) == nil)
  }
}

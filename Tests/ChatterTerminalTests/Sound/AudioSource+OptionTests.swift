import ChatterAudio
import Testing

@testable import ChatterTerminal

struct AudioSourceTests {
  @Test(
    arguments: [
      ("default", AudioSource.default), ("pulse", .pulse(device: nil)),
      ("pulse:mic", .pulse(device: "mic")), ("pipewire", .pipewire),
      ("alsa:hw:0", .alsa(device: "hw:0")), ("tone", .tone(frequency: 440)),
      ("tone:1000.5", .tone(frequency: 1000.5)), ("file:a b.wav", .file("a b.wav")),
    ])
  func parsesSourcesForTheEngine(text: String, source: AudioSource) {
    #expect(AudioSource(text) == source)
  }

  @Test(
    arguments: [
      "", "mic", "pulse:", "tone:0", "tone:x", "tone:30000", "file", "file:", "pipewire:x",
    ])
  func rejectsInvalidSources(text: String) {
    #expect(AudioSource(text) == nil)
  }

  @Test func acceptsWordsOfferedByCompletion() {
    for word in AudioSource.words where !word.hasSuffix(":") { #expect(AudioSource(word) != nil) }
    for word in AudioSink.words where !word.hasSuffix(":") { #expect(AudioSink(word) != nil) }
  }
}

import ChatterAudio
import Testing

@testable import ChatterTerminal

@Suite struct SoundSourceTests {
  @Test(
    arguments: [
      ("default", AudioSource.default), ("pulse", .pulse(device: nil)),
      ("pulse:mic", .pulse(device: "mic")), ("pipewire", .pipewire),
      ("alsa:hw:0", .alsa(device: "hw:0")), ("tone", .tone(frequency: 440)),
      ("tone:1000.5", .tone(frequency: 1000.5)), ("file:a b.wav", .file("a b.wav")),
    ])
  func parsesSourcesForTheEngine(text: String, source: AudioSource) {
    #expect(SoundSource(text) == source)
  }

  @Test(
    arguments: [
      "", "mic", "pulse:", "tone:0", "tone:x", "tone:30000", "file", "file:", "pipewire:x",
    ])
  func rejectsInvalidSources(text: String) {
    #expect(SoundSource(text) == nil)
  }

  @Test func acceptsWordsOfferedByCompletion() {
    for word in SoundSource.words where !word.hasSuffix(":") { #expect(SoundSource(word) != nil) }
    for word in SoundSink.words where !word.hasSuffix(":") { #expect(SoundSink(word) != nil) }
  }
}

import Chatter
import ChatterAudio
import TestSupport
import Testing

@Suite("SilentClip") struct SilentClipTests {
  @Test(
    "a clip of silence is a clip, as long as was asked for",
    arguments: RecordingSettings.sampleRates)
  func facts(rate: Int) throws {
    for milliseconds in [1, 100, 1000, 1500, 60_000] {
      let bytes = SilentClip.bytes(
        lasting: .milliseconds(milliseconds), RecordingSettings(sampleRate: rate))
      let facts = try AudioClip(bytes: bytes).facts
      #expect(abs(facts.duration / .milliseconds(1) - Double(milliseconds)) < 1)
      #expect(facts.codec == .aacLC)
      #expect(facts.sampleRate == rate)
      #expect(facts.channels == 1)
    }
  }

  @Test("a rate that AAC does not have is the next to it")
  func otherRate() throws {
    let bytes = SilentClip.bytes(lasting: .seconds(1), RecordingSettings(sampleRate: 12_345))
    #expect(try AudioClip(bytes: bytes).facts.sampleRate == 12_000)
  }

  @Test("a clip has a frame at least, and ends at its limit")
  func limits() throws {
    let shortest = try AudioClip(bytes: SilentClip.bytes(lasting: .seconds(-1)))
    #expect(shortest.facts.duration > .zero)
    let longest = try AudioClip(bytes: SilentClip.bytes(lasting: .seconds(1 << 60)))
    #expect(longest.facts.duration == SilentClip.durationMax)
  }

  @Test("another parser finds the same in it")
  func probe() throws {
    let probe = try Media.probe(SilentClip.bytes(lasting: .milliseconds(2500)))
    #expect(abs(probe.seconds - 2.5) < 0.01)
    #expect(probe.codec == "aac")
    #expect(probe.sampleRate == 12_000)
    #expect(probe.channels == 1)
  }
}

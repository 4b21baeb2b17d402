import Chatter
import ChatterAudio
import SilentAudio
import TestSupport
import Testing

struct SilentClipTests {
  @Test(arguments: RecordingSettings.sampleRates)
  func makesValidClipsOfTheRequestedDuration(rate: Int) throws {
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

  @Test func usesTheNearestRateOfAAC() throws {
    let bytes = SilentClip.bytes(lasting: .seconds(1), RecordingSettings(sampleRate: 12_345))
    #expect(try AudioClip(bytes: bytes).facts.sampleRate == 12_000)
  }

  @Test func clampsDurationsToOneFrameAndTheMaximum() throws {
    let shortest = try AudioClip(bytes: SilentClip.bytes(lasting: .seconds(-1)))
    #expect(shortest.facts.duration > .zero)
    let longest = try AudioClip(bytes: SilentClip.bytes(lasting: .seconds(1 << 60)))
    #expect(longest.facts.duration == SilentClip.durationMax)
  }

  @Test func agreesWithFFprobe() throws {
    let probe = try Media.probe(SilentClip.bytes(lasting: .milliseconds(2500)))
    #expect(abs(probe.seconds - 2.5) < 0.01)
    #expect(probe.codec == "aac")
    #expect(probe.sampleRate == 12_000)
    #expect(probe.channels == 1)
  }
}

import Chatter
import TestSupport
import Testing

/// Real files of every layout, held against ffprobe, and real files of other kinds.
@Suite struct AudioClipTests {
  @Test(
    "ffprobe agrees on duration, codec, sample rate and channels", arguments: Media.Layout.allCases)
  func agreesWithProbe(layout: Media.Layout) throws {
    for seconds in [0.3, 1.0] {
      let file = try Media.clip(layout, seconds: seconds)
      let clip = try AudioClip(bytes: file)
      let probe = try Media.probe(file)
      #expect(clip.bytes == file)
      #expect(clip.facts.byteCount == file.count)
      #expect(clip.facts.sampleRate == probe.sampleRate)
      #expect(clip.facts.channels == probe.channels)
      #expect(probeCodec(clip.facts.codec) == probe.codec)
      #expect(probeProfile(clip.facts.codec).map { $0 == probe.profile } ?? true)
      let frame = clip.facts.codec == .alac ? 0.001 : 1024 / Double(probe.sampleRate)
      let difference = abs(clip.facts.duration / .seconds(1) - probe.seconds)
      #expect(difference <= frame, "\(clip.facts.duration) against \(probe.seconds) s")
    }
  }

  private func probeCodec(_ codec: AudioCodec) -> String {
    switch codec {
    case .aacLC, .heAAC, .heAACv2: "aac"
    case .alac: "alac"
    case .opus: "opus"
    }
  }

  private func probeProfile(_ codec: AudioCodec) -> String? {
    switch codec {
    case .aacLC: "LC"
    case .heAAC: "HE-AAC"
    // The stream of our file has no parametric stereo, and ffprobe decodes to find the profile.
    case .heAACv2, .alac, .opus: nil
    }
  }
}

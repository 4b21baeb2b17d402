import TestSupport
import Testing

@testable import Chatter

/// Real files of every layout, compared with ffprobe, and real files of other kinds.
struct AudioClipTests {
  @Test(
    .needs(.programs),
    // Fragmented ones also with several fragments.
    arguments: Media.Layout.allCases.map { ($0, 0.3) }
      + [(.iOS, 1), (.dash, 1), (.chromium, 1), (.safariManyFragments, 1)])
  func agreesWithFFprobeOnFacts(layout: Media.Layout, seconds: Double) throws {
    let file = try Media.clip(layout, seconds: seconds)
    let clip = try AudioClip(bytes: file)
    let probe = try Media.probe(file)
    #expect(clip.bytes == file)
    #expect(clip.facts.byteCount == file.count)
    #expect(clip.facts.sampleRate == probe.sampleRate)
    #expect(clip.facts.channels == probe.channels)
    #expect(probeCodec(clip.facts.codec) == probe.codec)
    let difference = abs(clip.facts.duration / .seconds(1) - probe.seconds)
    #expect(difference <= 0.001, "\(clip.facts.duration) against \(probe.seconds) s")
  }

  /// ffmpeg leaves out the samples before the sound, and not those after it in the last frame; and
  /// it ignores the edit list of a fragmented file.
  @Test(.needs(.programs), arguments: Media.Layout.allCases.filter { $0 != .dash })
  func agreesWithinAFrameWithWhatFFmpegDecodes(layout: Media.Layout) throws {
    let file = try Media.clip(layout, seconds: 0.3)
    let facts = try AudioClip(bytes: file).facts
    let decoded = try Media.decodedSampleCount(file, channels: facts.channels)
    let count = facts.duration / .seconds(1) * Double(facts.sampleRate)
    let frame: Double = [.heAAC, .heAACv2].contains(facts.codec) ? 2048 : 1024
    #expect(abs(count - Double(decoded)) <= frame, "\(count) samples against \(decoded)")
  }

  /// The tone has a known length, and its edit list leaves out what the encoder adds to it.
  @Test(
    .needs(.programs),
    arguments: [.iOS, .android, .android3GPNarrow, .androidMaximum, .media3, .quickTime96k, .alac]
      as [Media.Layout], [0.3, 3.37])
  func measuresAToneWithAnEditListToTheMillisecond(
    layout: Media.Layout, seconds: Double
  ) throws {
    let facts = try AudioClip(bytes: Media.clip(layout, seconds: seconds)).facts
    #expect(abs(facts.duration / .seconds(1) - seconds) <= 0.001, "\(facts.duration)")
  }

  /// ffmpeg 5.1 leaves out the samples before the sound, as the tag says, but decodes all of the
  /// last frame: the padding in it is more than what players play.
  @Test(
    .needs(.programs),
    arguments: [.audioToolbox, .audioToolbox12k, .iTunes] as [Media.Layout], [0.3, 1, 3.37])
  func measuresASoundWithATagToTheMillisecond(layout: Media.Layout, seconds: Double) throws {
    let file = try Media.clip(layout, seconds: seconds)
    let facts = try AudioClip(bytes: file).facts
    let decoded = try Media.decodedSampleCount(file, channels: facts.channels)
    let count = facts.duration / .seconds(1) * Double(facts.sampleRate)
    let difference = abs(Double(decoded - Media.tagPadding) - count)
    #expect(difference <= Double(facts.sampleRate) / 1000, "\(count) against \(decoded)")
  }

  private func probeCodec(_ codec: AudioCodec) -> String {
    switch codec {
    case .aacLC, .heAAC, .heAACv2: "aac"
    case .alac: "alac"
    case .opus: "opus"
    }
  }

  @Test func matchesTheValuesOfTheOption() {
    #expect(ClipMetadata.allCases.map(\.rawValue) == ["keep", "strip-location", "strip-all"])
  }

  @Test func keepsMetadataUnlessErasureIsRequested() throws {
    let file = HandMadeClip.bytes {
      $0.movieBoxes = BoxBuilder.box("udta", HandMadeMetadata.xyz)
    }
    #expect(try AudioClip(bytes: file).bytes == file)
    #expect(try AudioClip(bytes: file, metadata: .keep).bytes == file)
    #expect(try AudioClip(bytes: file, metadata: .stripLocation).bytes != file)
  }
}

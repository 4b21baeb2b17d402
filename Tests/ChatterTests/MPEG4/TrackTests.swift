import Testing

@testable import Chatter

/// A single track; invalid tracks are among the broken files.
struct TrackTests {
  private func track(_ bytes: [UInt8]) throws -> Track {
    try Track(Box.first(of: bytes), mediaData: MediaData(fileByteCount: bytes.count), in: bytes)
  }

  @Test func addsTheSamplesOfFragments() throws {
    var track = try track(BrokenClip.track(5, "soun") { BrokenClip.empty(&$0) })
    #expect(track.id == 5)
    #expect(track.timescale == 8000)
    #expect(track.totals == SampleTotals())
    try track.add(SampleTotals(samples: 2, byteCount: 10, units: 12_000), decodedAt: nil)
    #expect(try track.duration(movieTimescale: 1, isFragmented: true) == .milliseconds(1500))
  }

  @Test func ignoresDescriptionsOfOtherHandlers() throws {
    #expect(try track(BrokenClip.track(2, "text")).descriptions == nil)
    #expect(try track(BrokenClip.track(2, "vide")).isVideo)
    #expect(throws: AudioClipError.videoTrack) { try track(BrokenClip.track(2, "auxv")) }
  }

  private typealias B = BoxBuilder
  private typealias C = HandMadeClip

  private func clip(index: Int) throws -> AudioClip {
    try AudioClip(
      bytes: C.bytes {
        $0.dref = B.fullBox(
          "dref", B.u32(2), B.fullBox("url ", B.ascii("x\0")), B.fullBox("alis", flags: 1))
        $0.stsd = C.descriptions([C.aac().replacing(at: 14, with: B.u16(index))])
      })
  }

  @Test func checksTheReferenceOfTheSampleEntry() throws {
    #expect(try clip(index: 2).facts.codec == .aacLC)
    #expect(throws: AudioClipError.externalMedia) { try clip(index: 1) }
    for index in [0, 3, 65_535] {
      #expect(throws: AudioClipError.malformed(FourCharacterCode("dref"))) {
        try clip(index: index)
      }
    }
  }
}

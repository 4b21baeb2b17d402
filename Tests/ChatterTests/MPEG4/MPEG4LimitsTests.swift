import Testing

@testable import Chatter

@Suite struct MPEG4LimitsTests {
  @Test func keepsLimitsAboveWhatMustBeRead() {
    // moov/trak/mdia/minf/stbl/stsd/mp4a/wave/esds: eight boxes around the last.
    #expect(MPEG4Limits.depthMax >= 8)
    #expect(MPEG4Limits.childBoxesMax > MPEG4Limits.tracksMax)
    #expect(MPEG4Limits.childBoxesMax > MPEG4Limits.sampleDescriptionsMax)
    #expect(MPEG4Limits.fileBoxesMax >= 2 * 3600 * 10)
    #expect(MPEG4Limits.sampleRates.contains(7_350) && MPEG4Limits.sampleRates.contains(96_000))
    #expect(MPEG4Limits.channelsMax >= 2)
    #expect(MPEG4Limits.editsMax >= 2 && MPEG4Limits.spareEntriesMax >= 2)
    // An entry of ctts takes eight bytes, and one of sdtp takes one more.
    #expect(MPEG4Limits.otherTableBytesPerSample > 8 + 1)
    // A descriptor's length has seven bits per byte and must not overflow.
    #expect(MPEG4Limits.descriptorLengthBytesMax * 7 < Int.bitWidth)
  }
}

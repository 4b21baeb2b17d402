import Chatter
import Testing

/// The file that contains the media; invalid tables are among the broken files.
@Suite struct DataReferencesTests {
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

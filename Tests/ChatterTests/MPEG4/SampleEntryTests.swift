import Chatter
import Testing

/// Sample entries that are accepted; what is refused is in the table of broken files.
@Suite struct SampleEntryTests {
  private typealias B = BoxBuilder
  private typealias C = HandMadeClip

  private func facts(_ entries: [UInt8]..., version: Int = 0) throws -> AudioFacts {
    try AudioClip(
      bytes: C.bytes {
        $0.stsd = B.fullBox(
          "stsd", version: version, B.u32(entries.count), Array(entries.joined()))
      }
    ).facts
  }

  @Test("QuickTime puts esds into wave, in an entry of version 1")
  func quickTime() throws {
    let wave = B.box("wave", B.box("frma", B.ascii("mp4a")), C.esds(), B.box("\0\0\0\0"))
    let facts = try facts(C.entry("mp4a", version: 1, fields: B.zeros(16), wave))
    #expect(facts.codec == .aacLC)
    #expect(facts.sampleRate == 8000)
  }

  @Test("version 1 of a description of version 1 has no more fields than version 0")
  func versionOne() throws {
    #expect(try facts(C.entry("mp4a", version: 1, C.esds()), version: 1).codec == .aacLC)
  }

  @Test("version 2 says the rate as a floating-point number, MPEG-2 AAC has no other")
  func versionTwo() throws {
    func fields(_ rate: UInt64) -> [UInt8] {
      B.u32(72) + B.u64(rate) + B.u32(2) + B.zeros(20)
    }
    let esds = C.esds(0x67, config: nil)
    let facts = try facts(
      C.entry("mp4a", version: 2, fields: fields((96_000.0).bitPattern), esds))
    #expect(facts.sampleRate == 96_000)
    #expect(facts.channels == 2)
    for rate in [Double.nan, .infinity, -1, 0, 1e300] {
      #expect(throws: AudioClipError.formatNotAccepted(FourCharacterCode("mp4a"))) {
        try self.facts(C.entry("mp4a", version: 2, fields: fields(rate.bitPattern), esds))
      }
    }
  }

  @Test("MPEG-2 AAC is accepted with each of its object types", arguments: [0x66, 0x67, 0x68])
  func mpeg2(indication: Int) throws {
    for config in [nil, C.config, B.ascii("ADIF") + B.zeros(20)] {
      let facts = try facts(C.aac(UInt8(indication), config: config))
      #expect(facts.codec == .aacLC)
      #expect(facts.sampleRate == 8000)
    }
  }

  @Test("ALAC says its rate in its cookie, beside or in wave")
  func alac() throws {
    for box in [C.alacCookie(rate: 96_000), B.box("wave", C.alacCookie(rate: 96_000))] {
      let facts = try facts(C.entry("alac", box))
      #expect(facts.codec == .alac)
      #expect(facts.sampleRate == 96_000)
    }
  }

  @Test("Opus plays at 48 kHz, whatever was recorded")
  func opus() throws {
    let stereo = try facts(C.entry("Opus", C.dOps(channels: 2)))
    #expect(stereo.codec == .opus)
    #expect(stereo.sampleRate == 48_000)
    #expect(stereo.channels == 2)
    let surround = C.dOps(channels: 3, family: [1, 2, 1, 0, 2, 1])
    #expect(try facts(C.entry("Opus", surround)).channels == 3)
  }

  @Test("the first of several entries gives the facts")
  func several() throws {
    #expect(try facts(C.aac(), C.entry("Opus", C.dOps())).codec == .aacLC)
  }

  @Test("other boxes in an entry do not matter")
  func extra() throws {
    let btrt = B.box("btrt", B.zeros(12))
    #expect(try facts(C.entry("mp4a", btrt, C.esds(), B.zeros(4))).codec == .aacLC)
  }
}

import Testing

@testable import Chatter

/// Sample entries that are accepted; the table of broken files has those that are refused.
struct SampleEntryTests {
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

  @Test func findsEsdsInsideWaveInQuickTimeEntries() throws {
    let wave = B.box("wave", B.box("frma", B.ascii("mp4a")), C.esds(), B.box("\0\0\0\0"))
    let facts = try facts(C.entry("mp4a", version: 1, fields: B.zeros(16), wave))
    #expect(facts.codec == .aacLC)
    #expect(facts.sampleRate == 8000)
  }

  @Test func readsVersion1LikeVersion0InNewDescriptions() throws {
    #expect(try facts(C.entry("mp4a", version: 1, C.esds()), version: 1).codec == .aacLC)
  }

  @Test func readsFloatingPointRatesOfVersion2() throws {
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

  @Test(arguments: [0x66, 0x67, 0x68])
  func acceptsEachObjectTypeOfMPEG2AAC(indication: Int) throws {
    for config in [nil, C.config, B.ascii("ADIF") + B.zeros(20)] {
      let facts = try facts(C.aac(UInt8(indication), config: config))
      #expect(facts.codec == .aacLC)
      #expect(facts.sampleRate == 8000)
    }
  }

  @Test func readsTheRateOfALACFromItsCookie() throws {
    for box in [C.alacCookie(rate: 96_000), B.box("wave", C.alacCookie(rate: 96_000))] {
      let facts = try facts(C.entry("alac", box))
      #expect(facts.codec == .alac)
      #expect(facts.sampleRate == 96_000)
    }
  }

  @Test func reports48kHzForOpus() throws {
    let stereo = try facts(C.entry("Opus", C.dOps(channels: 2)))
    #expect(stereo.codec == .opus)
    #expect(stereo.sampleRate == 48_000)
    #expect(stereo.channels == 2)
    let surround = C.dOps(channels: 3, family: [1, 2, 1, 0, 2, 1])
    #expect(try facts(C.entry("Opus", surround)).channels == 3)
  }

  @Test func ignoresOtherBoxesInAnEntry() throws {
    let btrt = B.box("btrt", B.zeros(12))
    #expect(try facts(C.entry("mp4a", btrt, C.esds(), B.zeros(4))).codec == .aacLC)
  }

  @Test(arguments: [(1_000, 1), (384_000, 8)])
  func acceptsRatesAndChannelsWithinTheLimits(rate: Int, channels: Int) throws {
    let format = try AudioFormat(.opus, sampleRate: rate, channels: channels, from: .dOps)
    #expect(format.sampleRate == rate)
    #expect(format.channels == channels)
  }

  @Test(arguments: [(999, 1), (384_001, 1), (0, 1), (8_000, 0), (8_000, 9)])
  func refusesImpossibleRatesAndChannels(rate: Int, channels: Int) {
    #expect(throws: AudioClipError.formatNotAccepted(.dOps)) {
      try AudioFormat(.opus, sampleRate: rate, channels: channels, from: .dOps)
    }
  }
}

import Chatter
import Testing

/// Accepted movies with several tracks, and accepted files of several layouts.
struct MovieTests {
  private typealias B = BoxBuilder
  private typealias C = HandMadeClip

  private func facts(_ change: (inout HandMadeClip) -> Void) throws -> AudioFacts {
    try AudioClip(bytes: C.bytes(change)).facts
  }

  @Test(arguments: ["hint", "text", "meta", "sbtl"])
  func acceptsHintTextAndMetadataTracks(handler: String) throws {
    let facts = try facts {
      $0.movieBoxes = BrokenClip.track(2, handler) { $0.stsd = C.descriptions([C.entry("what")]) }
    }
    #expect(facts.codec == .aacLC)
  }

  /// The second must be valid as well.
  @Test func takesFactsFromTheFirstOfTwoAudioTracks() throws {
    let opus = C.descriptions([C.entry("Opus", C.dOps())])
    #expect(
      try facts { $0.movieBoxes = BrokenClip.track(2, "soun") { $0.stsd = opus } }.codec == .aacLC)
    #expect(throws: AudioClipError.encrypted) {
      try facts {
        $0.movieBoxes = BrokenClip.track(2, "soun") {
          $0.stsd = C.descriptions([C.entry("enca", C.esds())])
        }
      }
    }
  }

  @Test func reads64BitTimesOfVersion1() throws {
    let facts = try facts {
      $0.mvhd = B.fullBox("mvhd", version: 1, B.zeros(16), B.u32(1000), B.zeros(88))
      $0.tkhd = B.fullBox("tkhd", version: 1, B.zeros(16), B.u32(9), B.zeros(72))
      $0.mdhd = B.fullBox("mdhd", version: 1, B.zeros(16), B.u32(4000), B.zeros(12))
    }
    #expect(facts.duration == .milliseconds(1024))
  }

  @Test func acceptsTracksWithoutDataReferences() throws {
    let clip = C()
    let minf = B.box("minf", clip.stbl)
    let trak = B.box("trak", clip.tkhd, B.box("mdia", clip.mdhd, clip.hdlr, minf))
    let file = clip.fileType + clip.mediaData + B.box("moov", clip.mvhd, trak)
    #expect(try AudioClip(bytes: file).facts.codec == .aacLC)
  }

  @Test(arguments: ["free", "skip", "wide", "uuid", "meta", "udta", "sidx", "mfra", "styp", "emsg"])
  func skipsBoxesThatPhonesAndBrowsersAdd(type: String) throws {
    let box = B.box(type, [UInt8](repeating: 0xFF, count: 33))
    let facts = try facts {
      $0.movieBoxes = box
      $0.lastBoxes = box + B.longBox(type) + B.box(type, size: 0, B.zeros(5))
    }
    #expect(facts.codec == .aacLC)
  }

  @Test func acceptsFramesOf960Samples() throws {
    // frameLengthFlag is the first bit after the channels.
    let facts = try facts {
      $0.stsd = C.descriptions([C.aac(config: [0x15, 0x8C])])
      $0.stts = B.table("stts", [[4, 960]])
    }
    #expect(facts.duration == .milliseconds(480) && facts.codec == .aacLC)
  }

  /// From a quarter of the shortest frame, since the last ones may be cut, to 16 of the longest,
  /// since there may be pauses.
  @Test func acceptsFramesThatACodecCanHave() throws {
    let opus = C.descriptions([C.entry("Opus", C.dOps())])
    let aac = C.descriptions([C.aac()])
    for (stsd, timescale, lengths, others) in [
      (aac, 8000, [240, 959, 961, 1023, 2047, 2049, 32_768], [239, 1, 32_769]),
      (aac, 16_000, [480, 1922, 4098, 65_536], [479, 65_537]),
      (opus, 48_000, [30, 120, 960, 5772, 92_160], [29, 92_161]),
    ] {
      func facts(_ length: Int) throws -> AudioFacts {
        try self.facts {
          $0.stsd = stsd
          $0.mdhd = B.fullBox("mdhd", B.zeros(8), B.u32(timescale), B.zeros(8))
          $0.stts = B.table("stts", [[4, length]])
        }
      }
      for length in lengths {
        let duration = Duration.seconds(4 * length) / timescale
        #expect(try facts(length).duration == duration, "\(length) of \(timescale)")
      }
      for length in others {
        #expect(throws: AudioClipError.wrongTimescale) { try facts(length) }
      }
    }
  }

  @Test func comparesTheTimeScaleWithTheRate() throws {
    func duration(_ timescale: Int) throws -> Duration {
      try facts { $0.mdhd = B.fullBox("mdhd", B.zeros(8), B.u32(timescale), B.zeros(8)) }.duration
    }
    for timescale in [250, 7999, 8001, 8192, 34_133] {
      #expect(try duration(timescale) > .milliseconds(100))
    }
    for timescale in [1, 249, 34_134, 44_100_000] {
      #expect(throws: AudioClipError.wrongTimescale) { try duration(timescale) }
    }
  }

  @Test func ignoresThePicturesOfChapters() throws {
    let file = HandMadeClip.bytes {
      $0.trackBoxes = BoxBuilder.box("tref", BoxBuilder.box("chap", BoxBuilder.u32(2)))
      $0.movieBoxes = BrokenClip.track(2, "vide")
    }
    #expect(try AudioClip(bytes: file).facts.duration == .milliseconds(512))
  }
}

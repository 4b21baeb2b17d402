import Chatter
import Testing

/// Movies of several tracks and files of several shapes that are accepted.
@Suite struct MovieTests {
  private typealias B = BoxBuilder
  private typealias C = HandMadeClip

  private func facts(_ change: (inout HandMadeClip) -> Void) throws -> AudioFacts {
    try AudioClip(bytes: C.bytes(change)).facts
  }

  @Test(
    "hint, text and metadata tracks are tolerated", arguments: ["hint", "text", "meta", "sbtl"])
  func tolerated(handler: String) throws {
    let facts = try facts {
      $0.movieBoxes = BrokenClip.track(2, handler) { $0.stsd = C.descriptions([C.entry("what")]) }
    }
    #expect(facts.codec == .aacLC)
  }

  @Test("the first of two audio tracks gives the facts, and the second must be sound")
  func twoAudioTracks() throws {
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

  @Test("headers of version 1 have times of 64 bits")
  func versionOne() throws {
    let facts = try facts {
      $0.mvhd = B.fullBox("mvhd", version: 1, B.zeros(16), B.u32(1000), B.zeros(88))
      $0.tkhd = B.fullBox("tkhd", version: 1, B.zeros(16), B.u32(9), B.zeros(72))
      $0.mdhd = B.fullBox("mdhd", version: 1, B.zeros(16), B.u32(4000), B.zeros(12))
    }
    #expect(facts.duration == .milliseconds(1024))
  }

  @Test("the edit list shortens the recording")
  func edits() throws {
    let facts = try facts {
      $0.edts = B.box("edts", B.table("elst", [[300, 1024, 1 << 16]]))
    }
    #expect(facts.duration == .milliseconds(300))
  }

  @Test("a track without dinf has its media in the file")
  func noDataReferences() throws {
    let clip = C()
    let minf = B.box("minf", clip.stbl)
    let trak = B.box("trak", clip.tkhd, B.box("mdia", clip.mdhd, clip.hdlr, minf))
    let file = clip.fileType + clip.mediaData + B.box("moov", clip.mvhd, trak)
    #expect(try AudioClip(bytes: file).facts.codec == .aacLC)
  }

  @Test(
    "boxes that phones and browsers add are stepped over",
    arguments: ["free", "skip", "wide", "uuid", "meta", "udta", "sidx", "mfra", "styp", "emsg"])
  func added(type: String) throws {
    let box = B.box(type, [UInt8](repeating: 0xFF, count: 33))
    let facts = try facts {
      $0.movieBoxes = box
      $0.lastBoxes = box + B.longBox(type) + B.box(type, size: 0, B.zeros(5))
    }
    #expect(facts.codec == .aacLC)
  }
}

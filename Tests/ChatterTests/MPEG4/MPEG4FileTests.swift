import Chatter
import Testing

/// Files that claim more than they contain: the work is bounded by their size.
///
/// Steps for each of the claimed 2^32 samples would take hours.
struct MPEG4FileTests {
  private typealias B = BoxBuilder
  private typealias F = HandMadeFragments
  static let huge = 0xFFFF_FFFF

  struct Hostile: CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    /// The expected error; nil if the file is unusual but valid.
    let error: AudioClipError?
  }

  static let hostile: [Hostile] = [
    Hostile(
      testDescription: "every count of a sample table is 2^32 - 1",
      bytes: HandMadeClip.bytes {
        $0.stts = B.table("stts", [[huge, 1]])
        $0.stsz = B.fullBox("stsz", B.u32(huge), B.u32(huge))
        $0.stsc = B.table("stsc", [[1, huge, 1]])
        $0.stco = B.table("stco", [[32]])
      }, error: .samplesPastEnd),
    Hostile(
      testDescription: "1000 runs of 2^32 - 1 samples without bytes",
      bytes: F.bytes {
        $0.tfhd = (0x2_0018, 1, B.u32(0) + B.u32(0))
        $0.runs = Array(repeating: F.trun(flags: 0, count: huge), count: 1000)
      }, error: .noSamples),
    Hostile(
      testDescription: "a run of 2^32 - 1 samples with flags that are not there",
      bytes: F.bytes { $0.runs = [F.trun(flags: 0xC00, count: huge)] },
      error: .malformed(FourCharacterCode("trun"))),
    Hostile(
      testDescription: "65000 chunks that lie in the last of 65000 mdat boxes",
      bytes: manyMediaBoxes(65_000), error: nil),
    Hostile(
      testDescription: "100000 fragments without tracks",
      bytes: F.bytes() + Array(repeatElement(B.box("moof"), count: 100_000).joined()), error: nil),
    Hostile(
      testDescription: "10000 edits",
      bytes: HandMadeClip.bytes {
        $0.edts = B.box("edts", B.table("elst", Array(repeating: [1, 0, 0], count: 10_000)))
      }, error: .tooManyEntries(FourCharacterCode("elst"))),
  ]

  @Test func limitsBytesOutsideMediaAndMovieTo65536() throws {
    let spare = 65_536 - HandMadeClip().fileType.count
    func clip(_ type: String, _ byteCount: Int) -> [UInt8] {
      HandMadeClip.bytes {
        $0.lastBoxes = B.box(type, B.zeros(100)) + B.box("uuid", B.zeros(byteCount - 108 - 8))
      }
    }
    for type in ["uuid", "meta", "abcd"] {
      #expect(throws: Never.self) { try AudioClip(bytes: clip(type, spare)) }
      #expect(throws: AudioClipError.tooManyOtherBytes) {
        try AudioClip(bytes: clip(type, spare + 1))
      }
    }
  }

  /// Recorders reserve more space for the movie than the movie and the sound take.
  @Test func limitsReservedSpaceTo4MiB() throws {
    func clip(_ types: [String], _ byteCount: Int) -> [UInt8] {
      HandMadeClip.bytes {
        $0.lastBoxes = types.reduce([]) {
          $0 + B.box($1, B.zeros(byteCount / types.count - 8))
        }
      }
    }
    let spare = 65_536 - HandMadeClip().fileType.count
    for types in [["free"], ["skip"], ["wide"], ["free", "wide"]] {
      for byteCount in [86_400, 399_380, 4 << 20, (4 << 20) + spare / 2 * 2] {
        #expect(throws: Never.self) { try AudioClip(bytes: clip(types, byteCount)) }
      }
      #expect(throws: AudioClipError.tooManyOtherBytes) {
        try AudioClip(bytes: clip(types, (4 << 20) + spare / 2 * 2 + 2))
      }
    }
  }

  @Test func raisesTheLimitOfOtherBytesPerFragment() throws {
    let clip = F.bytes { $0.fragments = 1_000 }
    let index = B.box("sidx", B.zeros(65_536 + 1_000 * 128 - HandMadeClip().fileType.count - 8))
    #expect(throws: Never.self) { try AudioClip(bytes: clip + index) }
    #expect(throws: AudioClipError.tooManyOtherBytes) {
      try AudioClip(bytes: clip + index + B.box("uuid"))
    }
  }

  @Test(arguments: hostile)
  func boundsTheWorkOnHostileCounts(hostile: Hostile) {
    if let error = hostile.error {
      #expect(throws: error) { try AudioClip(bytes: hostile.bytes) }
    } else {
      #expect(throws: Never.self) { try AudioClip(bytes: hostile.bytes) }
    }
  }

  @Test func acceptsMediaBeforeAfterAndAroundTheMovie() throws {
    let clip = HandMadeClip()
    var moved = clip
    let shift = clip.moov.count
    moved.stco = B.table("stco", [[32 + shift], [62 + shift]])
    let file = moved.fileType + moved.moov + moved.mediaData
    #expect(try AudioClip(bytes: file).facts.duration == .milliseconds(512))
    let toEnd = moved.fileType + moved.moov + B.box("mdat", size: 0, B.zeros(100))
    #expect(try AudioClip(bytes: toEnd).facts.byteCount == toEnd.count)
  }

  /// Many boxes of one byte, and as many chunks at that of the last one.
  static func manyMediaBoxes(_ count: Int) -> [UInt8] {
    HandMadeClip.bytes {
      $0.mediaData = Array(repeatElement(B.box("mdat", [1]), count: count).joined())
      $0.stts = B.table("stts", [[count, 1024]])
      $0.stsz = B.fullBox("stsz", B.u32(1), B.u32(count))
      $0.stsc = B.table("stsc", [[1, 1, 1]])
      $0.stco = B.table(
        "stco", Array(repeating: [HandMadeClip.mediaStart + (count - 1) * 9], count: count))
    }
  }
}

import Testing

@testable import Chatter

/// The base of the offsets in the runs of a fragment, and the samples of the runs.
struct TrackFragmentTests {
  private typealias B = BoxBuilder
  private typealias F = HandMadeFragments

  private func facts(_ change: (inout F) -> Void) throws -> AudioFacts {
    try AudioClip(bytes: F.bytes(change)).facts
  }

  @Test func resolvesOffsetsFromEachBase() throws {
    let given = F.bytes { $0.tfhd = (0x1, 1, B.u64(0)) }
    // The base is the start of the first moof, like the default.
    let base = F.bytes { $0.fragments = 0 }.count
    _ = try facts { $0.tfhd = (0x1, 1, B.u64(UInt64(base))) }
    _ = try facts { $0.tfhd = (0x2_0000, 1, []) }
    _ = try facts { $0.tfhd = (0, 1, []) }
    #expect(throws: AudioClipError.samplesOutsideMediaData) { try AudioClip(bytes: given) }
  }

  @Test func continuesRunsWithoutAnOffset() throws {
    let size = F.bytes { $0.fragments = 0 }.count
    let media = UInt64(size + moofBytes(runs: 24 + 16) + 8)
    let facts = try facts {
      $0.tfhd = (0x1, 1, B.u64(media))
      $0.runs = [
        F.trun(flags: 0x200, count: 2, B.u32(15) + B.u32(25)), F.trun(flags: 0, count: 1),
      ]
    }
    #expect(facts.duration == .milliseconds(384))
    #expect(throws: AudioClipError.samplesPastEnd) {
      try self.facts {
        $0.tfhd = (0x1, 1, B.u64(media))
        $0.runs = [
          F.trun(flags: 0x200, count: 2, B.u32(15) + B.u32(26)), F.trun(flags: 0, count: 1),
        ]
      }
    }
  }

  @Test func acceptsNegativeOffsets() throws {
    // The base itself takes 8 bytes of the file.
    let end = UInt64(F.bytes().count + 8)
    _ = try facts {
      $0.tfhd = (0x1, 1, B.u64(end))
      $0.runs = [F.trun(flags: 0, count: 3, offset: -60)]
    }
  }

  @Test func skipsEveryFieldOfARunInOrder() throws {
    let sample = B.u32(800) + B.u32(20) + B.u32(7) + B.u32(9)
    let facts = try facts {
      $0.tfhd = (0x2_003A, 1, B.u32(1) + B.u32(1) + B.u32(1) + B.u32(0))
      $0.runs = [
        F.trun(
          flags: 0xF04, count: 3, offset: moofBytes(runs: 72, fields: 16) + 8,
          B.u32(0) + sample + sample + sample)
      ]
    }
    #expect(facts.duration == .milliseconds(300))
  }

  @Test func continuesTheSecondTrackWhereTheFirstEnded() throws {
    let header = F.bytes {
      $0.fragments = 0
      $0.movieBoxes = BrokenClip.track(2, "meta")
      $0.trex += F.trex(track: 2, units: 1, byteCount: 20)
    }
    func file(mediaBytes: Int) -> [UInt8] {
      func moof(_ offset: Int) -> [UInt8] {
        let first = F.trun(flags: 0, count: 2, offset: offset)
        return B.box(
          "moof", B.box("traf", B.fullBox("tfhd", B.u32(2)), first),
          B.box("traf", B.fullBox("tfhd", B.u32(1)), F.trun(flags: 0, count: 1)))
      }
      return header + moof(moof(0).count + 8) + B.box("mdat", B.zeros(mediaBytes))
    }
    #expect(try AudioClip(bytes: file(mediaBytes: 60)).facts.duration == .milliseconds(128))
    #expect(throws: AudioClipError.samplesPastEnd) { try AudioClip(bytes: file(mediaBytes: 59)) }
  }

  @Test func subtractsThePrimingOfFragmentedFiles() throws {
    let facts = try facts {
      $0.edts = B.box("edts", B.table("elst", [[0, 1024, 1 << 16]]))
    }
    #expect(facts.duration == .milliseconds(256))
  }

  /// Each fragment has 3,072 units of 1/8000 s.
  @Test(arguments: [
    ([0, 3072], 768), ([0, 4000], 884), ([8000, 12000], 884), ([0, 1000], 768), ([5, 0], 768),
  ])
  func playsFragmentsAtTheirDecodeTime(decodeTimes: [Int], milliseconds: Int) throws {
    let facts = try facts {
      $0.fragments = 2
      $0.decodeTimes = decodeTimes
    }
    #expect(facts.duration == .milliseconds(milliseconds))
  }

  @Test func refusesDecodeTimesBeyondTheLongestDuration() {
    #expect(throws: AudioClipError.durationTooLong) {
      try facts {
        $0.fragments = 2
        $0.decodeTimes = [0, Int(UInt32.max)]
      }
    }
  }

  /// The bytes of a moof: `mfhd`, `tfhd` with these fields, `tfdt`, and these bytes of runs.
  private func moofBytes(runs: Int, fields: Int = 8) -> Int {
    8 + 16 + 8 + (16 + fields) + 16 + runs
  }

  @Test func readsTheFieldsOfTrexInOrder() throws {
    let bytes = HandMadeFragments.trex(track: 7, units: 1024, byteCount: 20)
    let defaults = try FragmentDefaults(Box.first(of: bytes), in: bytes)
    #expect(defaults.track == 7)
    #expect(defaults.descriptionIndex == 1)
    #expect(defaults.units == 1024)
    #expect(defaults.byteCount == 20)
  }
}

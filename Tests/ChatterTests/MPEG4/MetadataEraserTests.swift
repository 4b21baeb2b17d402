import TestSupport
import Testing

@testable import Chatter

struct MetadataEraserTests {
  private typealias B = BoxBuilder
  private typealias M = HandMadeMetadata

  /// Boxes with the name of a place or its coordinates.
  static let located: [(name: String, box: [UInt8])] = [
    ("xyz", B.box("udta", M.title, M.xyz)),
    ("xyz and QuickTime's end of a list", B.box("udta", M.xyz, B.u32(0))),
    ("loci", B.box("udta", M.loci, M.title)),
    ("meta of QuickTime", M.meta(isQuickTime: true, M.apple)),
    ("meta of ISO", M.meta(isQuickTime: false, M.apple)),
    ("meta in udta", B.box("udta", M.meta(isQuickTime: false, M.apple))),
    ("iTunes", B.box("udta", M.iTunes)),
    ("XMP", M.xmp), ("XMP in udta", B.box("udta", B.box("XMP_", B.ascii("GPS"), M.place))),
    ("a title of 3GPP", B.box("udta", B.fullBox("titl", B.u16(0x15C7), M.place, [0]))),
    ("a comment", B.box("udta", B.box("meta", B.u32(0), B.box("ilst", M.comment)))),
    ("ID3", B.box("meta", B.u32(0), B.fullBox("ID32", B.u16(0x15C7), B.ascii("ID3"), M.place))),
    ("a box of a vendor", B.box("vndr", M.place)),
    ("a second box of keys", B.box("meta", B.u32(0), B.box("keys"), B.box("keys", M.place))),
    ("a child of size 0", B.box("udta", B.u32(0), B.ascii("name"), M.place)),
    ("a child that is too long", B.box("udta", B.u32(999), B.ascii("name"), M.place)),
    ("bytes that are no box", B.box("udta", M.title, [1, 2, 3])),
    ("a place instead of samples", B.box("udta", M.gapless(M.place))),
    ("a box within a box that is not known", B.box("vndr", B.box("moov", B.box("udta", M.xyz)))),
  ]

  /// Every place in a file that may contain a box of metadata.
  private static let places: [(name: String, put: @Sendable ([UInt8]) -> [UInt8])] = [
    ("the movie", { box in HandMadeClip.bytes { $0.movieBoxes = box } }),
    ("the track", { box in HandMadeClip.bytes { $0.trackBoxes = box } }),
    ("the media", { box in HandMadeClip.bytes { $0.hdlr += box } }),
    ("the file", { box in HandMadeClip.bytes { $0.lastBoxes = box } }),
    (
      "a second track",
      { box in
        HandMadeClip.bytes { $0.movieBoxes = BrokenClip.track(2, "text") { $0.trackBoxes = box } }
      }
    ),
    ("a movie with fragments", { box in HandMadeFragments.bytes { $0.movieBoxes = box } }),
    (
      "a fragment",
      { box in
        let traf = B.box("traf", B.fullBox("tfhd", B.u32(1)), box)
        return HandMadeFragments.bytes() + B.box("moof", traf)
      }
    ),
  ]

  private func contains(_ sequence: [UInt8], _ bytes: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: sequence) }
  }

  @Test(arguments: located.indices)
  func erasesPlacesWhereverTheyAre(index: Int) throws {
    let (name, box) = Self.located[index]
    for (place, put) in Self.places {
      let file = put(box)
      let unchanged = try AudioClip(bytes: file)
      #expect(unchanged.bytes == file)
      for metadata in [ClipMetadata.stripLocation, .stripAll] {
        let clip = try AudioClip(bytes: file, metadata: metadata)
        for text in [M.place, B.ascii("Cupertino"), B.ascii("Hello"), [1, 2, 3]] {
          #expect(!contains(text, clip.bytes), "\(name) in \(place)")
        }
        #expect(clip.facts == unchanged.facts)
        #expect(clip.bytes.count == file.count)
        for offset in file.indices where clip.bytes[offset] != file[offset] {
          let isZero = clip.bytes[offset] == 0
          #expect(isZero || B.ascii("free").contains(clip.bytes[offset]), "\(name) in \(place)")
        }
        #expect(try AudioClip(bytes: clip.bytes, metadata: metadata) == clip)
      }
    }
  }

  @Test func keepsTheTranscriptAndWhereTheSoundBeginsAndEnds() throws {
    let gapless = M.gapless(B.ascii(" 00000000 00000840 000001C0 0000000000000E00"))
    let transcript = B.box("tsrp", B.ascii(#"{"text":"Hello"}"#))
    for (name, put) in Self.places where !["the file", "a fragment"].contains(name) {
      let file = put(B.box("udta", transcript, gapless))
      #expect(try AudioClip(bytes: file, metadata: .stripLocation).bytes == file, "\(name)")
      let clip = try AudioClip(bytes: file, metadata: .stripAll)
      #expect(!contains(B.ascii("Hello"), clip.bytes) && contains(B.ascii("iTunSMPB"), clip.bytes))
    }
  }

  @Test func erasesBytesOfTheMediaThatNoSampleHas() throws {
    let file = HandMadeClip.bytes {
      let start = HandMadeClip.mediaStart
      $0.mediaData = B.box(
        "mdat", [UInt8](repeating: 0xAB, count: 30), M.place, [UInt8](repeating: 0xAB, count: 70),
        M.place)
      $0.stco = B.table("stco", [[start], [start + 30 + M.place.count]])
    }
    let zeros = B.zeros(M.place.count)
    let clip = try AudioClip(bytes: file, metadata: .stripLocation)
    #expect(clip.bytes == file.replacing(M.place, with: zeros))
    let fragments = HandMadeFragments.bytes { $0.media += M.place }
    #expect(
      try AudioClip(bytes: fragments, metadata: .stripLocation).bytes
        == fragments.replacing(M.place, with: zeros))
  }

  @Test func findsWhatNoSampleHasInEachOfSeveralBoxes() {
    let media = UsedMedia()
    for range in [140..<150, 20..<30, 10..<20, 25..<28, 160..<170, 45..<50, 110..<120] {
      media.add(offset: UInt64(range.lowerBound), byteCount: UInt64(range.count))
    }
    #expect(media.gaps(in: 10..<60) == [30..<45, 50..<60])
    #expect(media.gaps(in: 70..<90) == [70..<90])
    #expect(media.gaps(in: 110..<170) == [120..<140, 150..<160])
    #expect(media.gaps(in: 180..<180) == [])
  }

  @Test(arguments: ["free", "skip", "wide"])
  func zeroesReservedSpaceWhateverIsInIt(type: String) throws {
    // A movie of an earlier version, with a place, as an editor leaves it.
    let old = B.box("moov", B.box("udta", M.xyz))
    for (name, put) in Self.places {
      let file = put(B.box(type, old))
      for metadata in ClipMetadata.allCases {
        let clip = try AudioClip(bytes: file, metadata: metadata)
        #expect(clip.bytes == put(B.box(type, B.zeros(old.count))), "\(name)")
      }
    }
  }

  @Test func keepsFilesOfSoundAlone() throws {
    for box in [[], B.box("free", B.zeros(9)), B.box("udta")] {
      for (name, put) in Self.places where name != "the file" || box != B.box("udta") {
        let file = put(box)
        #expect(try AudioClip(bytes: file, metadata: .stripLocation).bytes == file, "\(name)")
      }
    }
  }

  /// The digests of the samples of each file that FFmpeg decodes.
  private func digests(_ files: [[UInt8]]) async throws -> [Substring] {
    let directory = try TemporaryDirectory()
    var arguments = ["-nostdin", "-v", "error"]
    for (number, file) in files.enumerated() {
      arguments += ["-i", try directory.write(file, to: "\(number).m4a")]
    }
    for number in files.indices { arguments += ["-map", "\(number):a:0", "-f", "md5", "-"] }
    let run = try await ProgramRun("ffmpeg", arguments, within: hangTimeout)
    return run.text.split(separator: "\n")
  }

  @Test(.needs(.programs), arguments: Media.Layout.allCases)
  func keepsEverySampleOfRealRecordings(layout: Media.Layout) async throws {
    let file = try Media.clip(layout, seconds: 0.3)
    let clips = try ClipMetadata.allCases.map { try AudioClip(bytes: file, metadata: $0) }
    let digests = try await digests([file] + clips.map(\.bytes))
    #expect(digests.count == 1 + clips.count && Set(digests).count == 1, "\(digests)")
    #expect(clips.allSatisfy { $0.facts == clips[0].facts })
  }

  @Test(.needs(.time)) func ignoresDamagedUserData() throws {
    for (_, box) in Self.located {
      let whole = HandMadeClip.bytes { $0.lastBoxes = box }
      let place = try #require(whole.firstRange(of: box)).lowerBound
      for offset in 8..<box.count {
        for value in [0, 1, 0x7F, 0xFF] as [UInt8] {
          var file = whole
          file[place + offset] = value
          let clip = try AudioClip(bytes: file, metadata: .stripLocation)
          #expect(clip.bytes.count == file.count)
          #expect(throws: Never.self) { try AudioClip(bytes: clip.bytes, metadata: .stripAll) }
        }
      }
    }
  }

  @Test func leavesNoTextOfMetadata() throws {
    let unknown = B.box("uuid", B.zeros(16), B.ascii("secret"))
    let file = HandMadeClip.bytes {
      $0.trackBoxes = B.box("udta", M.title)
      $0.movieBoxes = M.meta(isQuickTime: true, M.apple) + unknown
      $0.lastBoxes = B.box("free", B.ascii("secret")) + B.box("skip", B.ascii("secret"))
    }
    let clip = try AudioClip(bytes: file, metadata: .stripAll)
    #expect(clip.facts == (try AudioClip(bytes: file)).facts)
    for text in ["secret", "Hello", "Apple", "17.1"] {
      #expect(!contains(B.ascii(text), clip.bytes), "\(text)")
    }
    #expect(try AudioClip(bytes: clip.bytes, metadata: .stripAll) == clip)
    let head = HandMadeClip().fileType.count + HandMadeClip().mediaData.count
    #expect(clip.bytes.prefix(head) == file.prefix(head))
  }
}

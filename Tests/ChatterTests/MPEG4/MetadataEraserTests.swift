import TestSupport
import Testing

@testable import Chatter

struct MetadataEraserTests {
  private typealias B = BoxBuilder
  private typealias M = HandMadeMetadata

  /// Metadata with a location, each in its own box.
  static let located: [(name: String, box: [UInt8])] = [
    ("xyz", B.box("udta", M.title, M.xyz)),
    ("xyz and QuickTime's end of a list", B.box("udta", M.xyz, B.u32(0))),
    ("loci", B.box("udta", M.loci, M.title)),
    ("meta of QuickTime", M.meta(isQuickTime: true, M.apple)),
    ("meta of ISO", M.meta(isQuickTime: false, M.apple)),
    ("meta in udta", B.box("udta", M.meta(isQuickTime: false, M.apple))),
    ("iTunes", B.box("udta", M.iTunes)),
    ("XMP", M.xmp), ("XMP in udta", B.box("udta", B.box("XMP_", B.ascii("GPS"), M.place))),
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
  func erasesLocationsWhereverTheyAre(index: Int) throws {
    let (name, box) = Self.located[index]
    for (place, put) in Self.places {
      let file = put(box)
      let unchanged = try AudioClip(bytes: file)
      #expect(unchanged.bytes == file)
      let clip = try AudioClip(bytes: file, metadata: .stripLocation)
      #expect(!contains(M.place, clip.bytes), "\(name) in \(place)")
      #expect(!contains(B.ascii("Cupertino"), clip.bytes), "\(name) in \(place)")
      #expect(clip.facts == unchanged.facts)
      #expect(clip.bytes.count == file.count)
      for offset in file.indices where clip.bytes[offset] != file[offset] {
        #expect(clip.bytes[offset] == 0, "\(name) in \(place): byte \(offset)")
      }
      #expect(contains(M.title, clip.bytes) == contains(M.title, file))
      #expect(try AudioClip(bytes: clip.bytes, metadata: .stripLocation) == clip)
    }
  }

  @Test func zeroesOnlyThePayloadOfCoordinates() throws {
    let file = HandMadeClip.bytes { $0.movieBoxes = B.box("udta", M.title, M.xyz, M.loci) }
    let start = file.count - M.xyz.count - M.loci.count
    let erasures = MetadataEraser.erasures(.stripLocation, in: file)
    #expect(
      erasures == [
        .init(range: (start + 8)..<(start + M.xyz.count)),
        .init(range: (start + M.xyz.count + 8)..<file.count),
      ])
  }

  @Test(arguments: ["free", "skip", "wide"])
  func zeroesReservedSpaceWhateverIsInIt(type: String) throws {
    // A movie of an earlier version, with a place, as an editor leaves it.
    let old = B.box("moov", B.box("udta", M.xyz))
    for (name, put) in Self.places {
      let file = put(B.box(type, old))
      let clip = try AudioClip(bytes: file, metadata: .stripLocation)
      #expect(clip.bytes == put(B.box(type, B.zeros(old.count))), "\(name)")
      #expect(try AudioClip(bytes: file, metadata: .keep).bytes == file)
    }
  }

  @Test func keepsFilesWithoutALocation() throws {
    let boxes = [
      B.box("udta", M.title), M.xmpWithoutPlace, B.box("free", B.zeros(9)), B.box("udta"),
      B.box("meta"),
      M.meta(isQuickTime: true, [("com.android.version", B.ascii("14"))]),
    ]
    for box in boxes {
      for (_, put) in Self.places {
        let file = put(box)
        #expect(try AudioClip(bytes: file, metadata: .stripLocation).bytes == file)
      }
    }
  }

  @Test(.needs(.programs), arguments: Media.Layout.allCases)
  func keepsRealRecordingsWithoutALocation(layout: Media.Layout) throws {
    let file = try Media.clip(layout, seconds: 0.3)
    #expect(try AudioClip(bytes: file, metadata: .stripLocation).bytes == file)
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

  @Test func replacesAllMetadataWithFreeSpace() throws {
    let unknown = B.box("uuid", B.zeros(16), B.ascii("secret"))
    let file = HandMadeClip.bytes {
      $0.trackBoxes = B.box("udta", M.title)
      $0.movieBoxes = M.meta(isQuickTime: true, M.apple) + unknown
      $0.lastBoxes = B.box("free", B.ascii("secret")) + B.box("skip", B.ascii("secret"))
    }
    let clip = try AudioClip(bytes: file, metadata: .stripAll)
    #expect(clip.facts == (try AudioClip(bytes: file)).facts)
    for text in ["secret", "Hello", "Apple", "udta", "meta", "ilst"] {
      #expect(!contains(B.ascii(text), clip.bytes), "\(text)")
    }
    #expect(try AudioClip(bytes: clip.bytes, metadata: .stripAll) == clip)
    let head = HandMadeClip().fileType.count + HandMadeClip().mediaData.count
    #expect(clip.bytes.prefix(head) == file.prefix(head))
  }

  @Test(.needs(.programs)) func keepsRecordingsReadableByFFprobe() throws {
    for layout in [Media.Layout.iOS, .android, .android3GP, .tagged, .safari, .quickTime] {
      let file = try Media.clip(layout, seconds: 0.3)
      let boxes = Self.located.flatMap { B.box("udta", $0.box) }
      let before = try Media.probe(file)
      for metadata in [ClipMetadata.stripLocation, .stripAll] {
        let clip = try AudioClip(bytes: file + boxes, metadata: metadata)
        let after = try Media.probe(clip.bytes)
        #expect(after.codec == before.codec && after.sampleRate == before.sampleRate)
        #expect(abs(after.seconds - before.seconds) < 0.05)
        #expect(
          try AudioClip(bytes: file, metadata: metadata).facts == AudioClip(bytes: file).facts)
      }
    }
  }
}

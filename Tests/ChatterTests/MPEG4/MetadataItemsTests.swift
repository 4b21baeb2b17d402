import Testing

@testable import Chatter

struct MetadataItemsTests {
  private typealias M = HandMadeMetadata

  private func values(_ file: [UInt8]) throws -> [[UInt8]] {
    try MetadataItems(Box.first(of: file), in: file).locations.map { Array(file[$0]) }
  }

  @Test func findsAppleLocationKeysInBothFormsOfTheBox() throws {
    for isQuickTime in [true, false] {
      let file = M.meta(isQuickTime: isQuickTime, M.apple)
      #expect(try values(file) == [M.place, M.place, M.place])
      #expect(try MetadataItems(Box.first(of: file), in: file).fieldBytes == (isQuickTime ? 0 : 4))
    }
  }

  @Test func findsITunesItemsByTypeAndName() throws {
    #expect(try values(M.iTunes) == [M.place, M.place])
  }

  @Test func ignoresItemsWhoseIndexHasNoKey() throws {
    let file = BoxBuilder.box("meta", BoxBuilder.u32(0), BoxBuilder.box("ilst", M.item(3, M.place)))
    #expect(try values(file).isEmpty)
  }

  @Test(arguments: [
    ("com.apple.quicktime.location.ISO6709", true), ("com.android.capture.fps", false),
    ("LOCATION", true), ("exif:GPSLatitude", true), ("", false),
    ("gp", false), ("x-ISO6709", true),
  ])
  func distinguishesLocationNamesFromOthers(text: String, isLocation: Bool) {
    let found = MetadataItems.namesLocation(ArraySlice("a\(text)".utf8).dropFirst())
    #expect(found == isLocation)
  }
}

import Testing

@testable import Chatter

@Suite("MetadataItems")
struct MetadataItemsTests {
  private typealias M = HandMadeMetadata

  private func values(_ file: [UInt8]) throws -> [[UInt8]] {
    try MetadataItems(Box.first(of: file), in: file).locations.map { Array(file[$0]) }
  }

  @Test("the values of Apple's location keys are found in both forms of the box")
  func apple() throws {
    for isQuickTime in [true, false] {
      let file = M.meta(isQuickTime: isQuickTime, M.apple)
      #expect(try values(file) == [M.place, M.place, M.place])
      #expect(try MetadataItems(Box.first(of: file), in: file).fieldBytes == (isQuickTime ? 0 : 4))
    }
  }

  @Test("items of iTunes are found by their type and by their name")
  func iTunes() throws {
    #expect(try values(M.iTunes) == [M.place, M.place])
  }

  @Test("an item whose index has no key is no location")
  func noKey() throws {
    let file = BoxBuilder.box("meta", BoxBuilder.u32(0), BoxBuilder.box("ilst", M.item(3, M.place)))
    #expect(try values(file).isEmpty)
  }

  @Test(
    "names of places are told from others",
    arguments: [
      ("com.apple.quicktime.location.ISO6709", true), ("com.android.capture.fps", false),
      ("LOCATION", true), ("exif:GPSLatitude", true), ("", false),
      ("gp", false), ("x-ISO6709", true),
    ])
  func names(text: String, isLocation: Bool) {
    let found = MetadataItems.namesLocation(ArraySlice("a\(text)".utf8).dropFirst())
    #expect(found == isLocation)
  }
}

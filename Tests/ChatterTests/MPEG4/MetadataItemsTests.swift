import Testing

@testable import Chatter

struct MetadataItemsTests {
  private typealias B = BoxBuilder

  @Test func findsTheBoxesOfBothFormsOfMeta() throws {
    for isQuickTime in [true, false] {
      let file = HandMadeMetadata.meta(isQuickTime: isQuickTime, HandMadeMetadata.apple)
      let meta = try Box.first(of: file)
      #expect(MetadataItems.fieldBytes(of: meta, in: file) == (isQuickTime ? 0 : 4))
    }
  }

  @Test(arguments: [
    ("com.apple.iTunes", "iTunSMPB", " 00000000 00000840 000001c0", true),
    ("com.apple.iTunes", "iTunSMPB", "", true),
    ("com.apple.iTunes", "iTunSMPB", "Elm Street", false),
    ("com.apple.iTunes", "iTunNORM", " 00000000", false),
    ("com.example.iTunes", "iTunSMPB", " 00000000", false),
  ])
  func knowsTheItemThatSaysHowLongTheSoundIs(
    mean: String, name: String, text: String, isGapless: Bool
  ) throws {
    let file = HandMadeMetadata.freeform(name, of: mean, B.ascii(text))
    #expect(MetadataItems.isGapless(try Box.first(of: file), in: file) == isGapless)
    // An item may hide another box.
    let more = HandMadeMetadata.freeform(
      name, of: mean, B.ascii(text), B.box("data", B.ascii("Elm Street")))
    #expect(!MetadataItems.isGapless(try Box.first(of: more), in: more))
  }
}

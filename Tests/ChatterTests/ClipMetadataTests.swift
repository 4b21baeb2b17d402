import Chatter
import Testing

@Suite("ClipMetadata")
struct ClipMetadataTests {
  @Test("the values are those of the option")
  func names() {
    #expect(ClipMetadata.allCases.map(\.rawValue) == ["keep", "strip-location", "strip-all"])
  }

  @Test("a clip keeps its metadata unless it is to be erased")
  func kept() throws {
    let file = HandMadeClip.bytes {
      $0.movieBoxes = BoxBuilder.box("udta", HandMadeMetadata.xyz)
    }
    #expect(try AudioClip(bytes: file).bytes == file)
    #expect(try AudioClip(bytes: file, metadata: .keep).bytes == file)
    #expect(try AudioClip(bytes: file, metadata: .stripLocation).bytes != file)
  }
}

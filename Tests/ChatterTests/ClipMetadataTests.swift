import Chatter
import Testing

@Suite("ClipMetadata")
struct ClipMetadataTests {
  @Test func matchesTheValuesOfTheOption() {
    #expect(ClipMetadata.allCases.map(\.rawValue) == ["keep", "strip-location", "strip-all"])
  }

  @Test func keepsMetadataUnlessErasureIsRequested() throws {
    let file = HandMadeClip.bytes {
      $0.movieBoxes = BoxBuilder.box("udta", HandMadeMetadata.xyz)
    }
    #expect(try AudioClip(bytes: file).bytes == file)
    #expect(try AudioClip(bytes: file, metadata: .keep).bytes == file)
    #expect(try AudioClip(bytes: file, metadata: .stripLocation).bytes != file)
  }
}

import Testing

@testable import Chatter

@Suite struct FragmentDefaultsTests {
  @Test func readsTheFieldsOfTrexInOrder() throws {
    let bytes = HandMadeFragments.trex(track: 7, units: 1024, byteCount: 20)
    let defaults = try FragmentDefaults(Box.first(of: bytes), in: bytes)
    #expect(defaults.track == 7)
    #expect(defaults.descriptionIndex == 1)
    #expect(defaults.units == 1024)
    #expect(defaults.byteCount == 20)
  }
}

import Testing

@testable import TLS

@Suite struct MemoryBIOTests {
  @Test("what goes in comes out, once", arguments: [0, 1, 100, 1 << 20])
  func roundTrip(_ count: Int) throws {
    let bio = try MemoryBIO(patternBytes(count))
    #expect(bio.takeBytes() == patternBytes(count))
    #expect(bio.takeBytes().isEmpty)
  }
}

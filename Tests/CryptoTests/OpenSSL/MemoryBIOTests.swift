import TestSupport
import Testing

@testable import Crypto

struct MemoryBIOTests {
  @Test(arguments: [0, 1, 100, 1 << 20])
  func returnsWrittenBytesOnce(_ count: Int) throws {
    let bio = try MemoryBIO(patternBytes(count))
    #expect(bio.takeBytes() == patternBytes(count))
    #expect(bio.takeBytes().isEmpty)
  }
}

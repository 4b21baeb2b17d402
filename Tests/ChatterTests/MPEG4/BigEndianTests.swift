import Testing

@testable import Chatter

@Suite struct BigEndianTests {
  @Test(arguments: 0...8)
  func readsNumbersOfUpToEightBytes(byteCount: Int) {
    let bytes: [UInt8] = [0, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88]
    let expected = 0x8182_8384_8586_8788 as UInt64 >> UInt64(64 - 8 * byteCount)
    #expect(bytes.bigEndian(at: 1, byteCount: byteCount) == expected)
  }
}

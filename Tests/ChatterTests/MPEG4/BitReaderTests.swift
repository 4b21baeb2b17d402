import Testing

@testable import Chatter

@Suite struct BitReaderTests {
  @Test func readsFieldsAcrossBytesFromTheHighestBit() {
    var bits = BitReader([0b1010_0110, 0b1111_0000, 0xFF])
    #expect(bits.bits(3) == 0b101)
    #expect(bits.peek(7) == 0b0011011)
    #expect(bits.bits(7) == 0b0011011)
    bits.align()
    #expect(bits.offset == 16)
    #expect(bits.bits(8) == 0xFF)
    #expect(bits.remaining == 0)
  }

  @Test func returnsNilPastTheEnd() {
    var bits = BitReader([0xFF])
    #expect(bits.bits(9) == nil)
    #expect(bits.peek(9) == nil)
    #expect(bits.skip(9) == nil)
    #expect(bits.skip(8) != nil)
    #expect(bits.bits(1) == nil)
    bits.align()
    #expect(bits.remaining == 0)
  }
}

import Testing

@testable import Chatter

struct BitReaderTests {
  @Test func readsFieldsAcrossBytesFromTheHighestBit() throws {
    var bits = BitReader([0b1010_0110, 0b1111_0000, 0xFF])
    #expect(try bits.bits(3) == 0b101)
    #expect(bits.peek(7) == 0b0011011)
    #expect(try bits.bits(7) == 0b0011011)
    bits.align()
    #expect(bits.offset == 16)
    #expect(try bits.flag())
    #expect(try bits.bits(7) == 0x7F)
    #expect(bits.remaining == 0)
  }

  @Test func throwsPastTheEnd() throws {
    var bits = BitReader([0xFF])
    let error = AudioClipError.malformed(.esds)
    #expect(throws: error) { try bits.bits(9) }
    #expect(bits.peek(9) == nil)
    #expect(throws: error) { try bits.skip(9) }
    try bits.skip(8)
    #expect(throws: error) { try bits.bits(1) }
    bits.align()
    #expect(bits.remaining == 0)
  }
}

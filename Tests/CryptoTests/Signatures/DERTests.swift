import Testing

@testable import Crypto

struct DERTests {
  @Test func writesIntegersInTheirShortestFormWithoutASign() {
    #expect(DER.integer([]) == [0x02, 1, 0])
    #expect(DER.integer([0, 0]) == [0x02, 1, 0])
    #expect(DER.integer([0, 0x7F]) == [0x02, 1, 0x7F])
    #expect(DER.integer([0x80]) == [0x02, 2, 0, 0x80])
    #expect(DER.integer([1, 0]) == [0x02, 2, 1, 0])
  }

  @Test func writesLengthsInTheirShortestForm() {
    #expect(DER.element(4, [UInt8](repeating: 7, count: 127)).prefix(2) == [4, 127])
    #expect(DER.element(4, [UInt8](repeating: 7, count: 128)).prefix(3) == [4, 0x81, 128])
    #expect(DER.element(4, [UInt8](repeating: 7, count: 256)).prefix(4) == [4, 0x82, 1, 0])
  }

  @Test func nestsElements() {
    #expect(DER.sequence([1, 0], [5, 0]) == [0x30, 4, 1, 0, 5, 0])
    #expect(DER.bitString([9]) == [0x03, 2, 0, 9])
  }
}

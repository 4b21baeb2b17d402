import Testing

@testable import Chatter

struct SampleSizesTests {
  private typealias B = BoxBuilder

  private func sizes(_ bytes: [UInt8]) throws -> SampleSizes {
    try SampleSizes(Box.first(of: bytes), in: bytes)
  }

  @Test func continuesReadingTheTable() throws {
    var sizes = try sizes(B.fullBox("stsz", B.u32(0), B.u32(3), B.u32(5), B.u32(7), B.u32(11)))
    #expect(sizes.count == 3)
    #expect(try sizes.byteCount(ofNext: 2) == 12)
    #expect(try sizes.byteCount(ofNext: 1) == 11)
    #expect(throws: AudioClipError.malformed(.stsz)) { try sizes.byteCount(ofNext: 1) }
  }

  @Test func multipliesTheUniformSize() throws {
    var sizes = try sizes(B.fullBox("stsz", B.u32(0xFFFF_FFFF), B.u32(0xFFFF_FFFF)))
    #expect(sizes.count == 0xFFFF_FFFF)
    #expect(try sizes.byteCount(ofNext: 0xFFFF_FFFF) == 0xFFFF_FFFE_0000_0001)
    #expect(throws: AudioClipError.numbersTooLarge(.stsz)) {
      try sizes.byteCount(ofNext: 1 << 33)
    }
  }

  @Test(
    arguments: [
      (4, [0x12, 0x30], [1, 2, 3]), (8, [1, 2, 250], [1, 2, 250]),
      (16, [0, 1, 1, 0, 255, 255], [1, 256, 65_535]),
    ] as [(Int, [UInt8], [UInt64])])
  func readsCompactSizesOf4And8And16Bits(bits: Int, table: [UInt8], expected: [UInt64]) throws {
    var sizes = try sizes(B.fullBox("stz2", B.u32(bits), B.u32(3), table))
    for size in expected { #expect(try sizes.byteCount(ofNext: 1) == size) }
  }
}

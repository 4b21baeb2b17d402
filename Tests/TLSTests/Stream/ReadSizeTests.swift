import Testing

@testable import TLS

struct ReadSizeTests {
  @Test func growsWithFullReadsAndShrinksWithShortOnes() {
    var size = ReadSize()
    #expect(size.bytes == ReadSize.min && !size.isRaised)
    var previous = 0
    while size.bytes != previous {
      previous = size.bytes
      size.adapt(to: size.bytes)
      #expect(size.bytes <= ReadSize.max)
    }
    #expect(size.bytes == ReadSize.max && size.isRaised)
    for _ in 0..<10 { size.adapt(to: 1) }
    #expect(size.bytes == ReadSize.min && !size.isRaised)
  }

  @Test func startsWithTheLargestRecord() {
    // RFC 5246 section 6.2.3, RFC 8446 section 5.2: 2^14 bytes of data, 5 of header, and AEAD.
    #expect(ReadSize.min >= (1 << 14) + 256)
    #expect(TLSEngine.bytesWithoutDataMax > 5 + (1 << 14) + 2048)
    #expect(TLSEngine.handshakeBytesMax >= TLSEngine.bytesWithoutDataMax)
    #expect(TLSStream.writeBytesMax % (16 << 10) == 0)
  }
}

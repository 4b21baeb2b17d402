import Testing

@testable import TLS

@Suite struct ReadSizeTests {
  @Test("full reads raise it to its bound, short ones lower it to where it began")
  func adapt() {
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

  @Test("what it asks for at first holds the largest record of TLS")
  func record() {
    // RFC 5246 section 6.2.3 and RFC 8446 section 5.2: 2^14 of content and 5 of head, with AEAD.
    #expect(ReadSize.min >= (1 << 14) + 256)
    #expect(TLSEngine.bytesWithoutDataMax > 5 + (1 << 14) + 2048)
    #expect(TLSEngine.handshakeBytesMax >= TLSEngine.bytesWithoutDataMax)
    #expect(TLSStream.writeBytesMax % (16 << 10) == 0)
  }
}

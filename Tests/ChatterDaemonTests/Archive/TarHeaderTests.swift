import Testing

@testable import ChatterDaemon

struct TarHeaderTests {
  @Test(arguments: [0, 1, 511, 512, 513, TarHeader.sizeMax])
  func parsesWhatItWrites(_ size: Int) {
    let header = TarHeader(name: "chatts/00000001.copy.gz", size: size)
    #expect(header.bytes.count == TarHeader.blockBytes)
    #expect(TarHeader(block: header.bytes) == header)
    #expect((size + header.paddingBytes) % TarHeader.blockBytes == 0)
  }

  @Test func rejectsEveryChangedByte() {
    let block = TarHeader(name: "manifest.json", size: 100).bytes
    for index in block.indices {
      for change in [UInt8(1), 0x80, 0xFF] {
        var changed = block
        changed[index] ^= change
        #expect(TarHeader(block: changed) == nil, "byte \(index)")
      }
    }
  }
}

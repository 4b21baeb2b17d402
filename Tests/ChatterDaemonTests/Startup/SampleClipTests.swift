import Testing

@testable import ChatterDaemon

struct SampleClipTests {
  @Test func isAnMPEG4FileWhoseBoxesFillIt() throws {
    let bytes = PackageResources.hello_m4a
    var types: [String] = []
    var offset = 0
    while offset + 8 <= bytes.count {
      let size = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      try #require(size >= 8)
      types.append(String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self))
      offset += size
    }
    #expect(offset == bytes.count)
    #expect(types == ["ftyp", "free", "mdat", "moov"])
    #expect(bytes.count < 4096)
  }
}

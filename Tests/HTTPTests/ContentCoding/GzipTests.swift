import HTTP
import TestSupport
import Testing

struct GzipTests {
  private static let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 7 * $0) }

  @Test(.needs(.time), arguments: [0, 1, 1000, 1 << 20, 3_000_000])
  func decompressesWhatItCompresses(_ count: Int) {
    let bytes = Self.bytes[..<count]
    let file = Gzip.compress(bytes)
    #expect(Gzip.decompress(file, bytesMax: count) == Array(bytes))
    #expect(count == 0 || Gzip.decompress(file, bytesMax: count - 1) == nil)
  }

  @Test func rejectsEveryPrefixAndMoreBytes() {
    let file = Gzip.compress(Self.bytes[..<200])
    for count in 0..<file.count {
      #expect(Gzip.decompress(Array(file[..<count]), bytesMax: 1000) == nil, "\(count) bytes")
    }
    #expect(Gzip.decompress(file + [0], bytesMax: 1000) == nil)
  }
}

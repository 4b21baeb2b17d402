import Testing

@testable import HTTP

struct ChunkSizeTests {
  private func read(_ text: String) throws(RequestError) -> ChunkSize {
    let bytes = Array(text.utf8)
    return try ChunkSize(parsing: bytes.span, 0..<bytes.count)
  }

  @Test(
    arguments: [
      ("0", 0, 0), ("00", 0, 0), ("a", 10, 0), ("Ff", 255, 0), ("1;x", 1, 2), ("1; x=\"y;\"", 1, 8),
      ("1;a=b;c", 1, 6), ("1; a = b ;c", 1, 10), ("1;a=\"\\\"\"", 1, 7), ("1;", 1, 1),
      ("1;a=\"", 1, 4),
      ("7fffffffffffffff", Int.max, 0), ("0000000000000001", 1, 0),
    ])
  func readsHexadecimalSizesAndExtensions(text: String, size: Int, extensionBytes: Int) throws {
    let chunk = try read(text)
    #expect(chunk.dataBytes == size)
    #expect(chunk.extensionBytes == extensionBytes)
  }

  @Test(
    arguments: [
      ("", .invalidChunkSize), ("+1", .invalidChunkSize), ("1_0", .invalidChunkSize),
      ("1 ", .invalidChunkSize), ("0x1", .invalidChunkSize), ("G", .invalidChunkSize),
      ("8000000000000000", .chunkSizeOverflow), ("00000000000000001", .chunkSizeOverflow),
    ] as [(String, RequestError)])
  func rejectsMalformedChunkSizes(text: String, expected: RequestError) {
    #expect(throws: expected) { try read(text) }
  }
}

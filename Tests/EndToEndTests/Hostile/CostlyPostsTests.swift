import TestSupport
import Testing

@Suite(.needs(.postgreSQL), .served(["--loops", "1"] + ServerProcess.figureOptions))
struct CostlyPostsTests {
  @Test(arguments: GzipBomb.kinds)
  func rejectsCompressedBombsWithoutDelayingOthers(kind: GzipBomb.Kind) async throws {
    let server = try ServerProcess.required()
    let bomb = try await kind.post()
    let status = try await server.servesOthers { try await $0.status(of: bomb) }
    #expect((400..<500).contains(try #require(status)))
    // Nothing of it stays in memory.
    try await eventually { try await server.figure("chatterd_request_memory_bytes") == 0 }
  }

  @Test func rejectsClipsWithOverlongTablesOrFiles() async throws {
    let edits = Surgery.changing(["moov", "trak", "edts", "elst"], in: try TinyClip.bytes()) {
      box in
      let count = UInt32(100_000)
      let entries = [[UInt8]](repeating: Array(box[16..<28]), count: Int(count)).flatMap(\.self)
      return Surgery.word(16 + 12 * count) + box[4..<12] + Surgery.word(count) + entries
    }
    let carrier = try LongClips.carrier(byteCount: 80 << 10)
    try await ServerProcess.required().withClient { client async throws in
      for clip in [edits, carrier] {
        let response = try await client.response(to: .clip("ada", clip))
        #expect(response.status == 422)
        #expect(try response.errorMessage() != "")
      }
    }
  }
}

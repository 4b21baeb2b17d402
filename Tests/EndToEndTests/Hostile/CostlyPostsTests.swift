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
}

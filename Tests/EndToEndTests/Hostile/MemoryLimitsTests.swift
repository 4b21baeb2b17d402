import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct MemoryLimitsTests {
  @Test func staysWithinItsQuotasUnderTheWorstLoad() async throws {
    let server = try await ServerProcess(
      options: MemoryLoad.options + ServerProcess.figureOptions)
    try await MemoryLoad.run(on: server) {
      // What is over a quota counts until others are revoked for it.
      try await eventually {
        let requests = try await server.figure("chatterd_request_memory_bytes")
        let lists = try await server.figure("chatterd_list_memory_bytes")
        return requests <= MemoryLoad.requestMemoryMax
          // The least limit for data that only responses still need is 16 MiB.
          && lists <= MemoryLoad.listMemoryMax + (16 << 20)
      }
    }
    #expect(try await server.response(to: .text("ada")).status == 200)
    #expect(try await server.stop() == .exited(0))
  }
}

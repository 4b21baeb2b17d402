import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct ClipCacheTests {
  @Test func servesOthersBesideAReaderOf50MBThatHasStopped() async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(
      .shared(database),
      options: ["--list-memory-max", "\(StoppedReader.listMemoryMax)"]
        + ServerProcess.figureOptions)
    try await StoppedReader.fill(database, of: server)
    try await server.withClient { client async throws in
      let stopped = StoppedReader(client)
      try await stopped.begin()
      // Retired memory has its own limit, which is 16 MiB here.
      try await eventually {
        try await server.figure("chatterd_list_memory_bytes")
          <= StoppedReader.listMemoryMax + (16 << 20)
      }
      #expect(try await server.response(to: .text("ada")).status == 200)
      let rows = try await server.withClient { try await $0.rows() }
      #expect(rows.count == StoppedReader.clipCount + 1)
      #expect(try await stopped.finish() > StoppedReader.bytesMin)
    }
    #expect(try await server.stop() == .exited(0))
  }
}

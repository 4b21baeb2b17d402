import System
import TLS
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct ReadersMeasurements {
  @Test func boundsMemoryForAReaderOf50MBThatHasStopped() async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(
      .shared(database), options: ["--list-memory-max", "\(StoppedReader.listMemoryMax)"],
      program: Measured.chatterd)
    try await StoppedReader.fill(database, of: server)
    let before = try server.residentBytes
    try await server.withClient { client async throws in
      let stopped = StoppedReader(client)
      try await stopped.begin()
      // The server fills the buffers of the kernel.
      try await Task.sleep(for: .seconds(2))
      #expect(try server.residentBytes - before < 16 << 20)
      #expect(try await stopped.finish() > StoppedReader.bytesMin)
    }
    #expect(try server.residentBytes - before < 24 << 20)
    #expect(try await server.stop() == .exited(0))
  }

  @Test func boundsMemoryForStalledReadersOfEvents() async throws {
    let server = try await ServerProcess(.shared(TestDatabase()), program: Measured.chatterd)
    let before = try server.residentBytes
    try await StalledEventReaders.run(on: server) {
      // Each holds no more than what the kernel takes and one chunk; the log is shared.
      let growth = try server.residentBytes - before
      #expect(growth < 64 << 20)
    }
    #expect(try await server.stop() == .exited(0))
  }
}

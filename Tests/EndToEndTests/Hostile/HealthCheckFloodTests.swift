import System
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct HealthCheckFloodTests {
  @Test func servesListsAndPostsDuring600HealthChecks() async throws {
    let server = try await ServerProcess(options: ["--loops", "1", "--rate-limit", "0"])
    try await server.withClient { victim async throws in
      #expect(try await victim.response(to: .get("/getchatts/")).status == 200)
      for round in 0..<4 {
        let statuses = try await server.attacked { attack in
          var clients: [HostileClient] = []
          defer { for client in clients { client.close() } }
          for _ in 0..<5 { clients.append(try await attack.connectHTTP2()) }
          for client in clients {
            var burst: [UInt8] = []
            for _ in 0..<120 { burst += client.requestFrames("GET", "/readyz").bytes }
            try await client.send(burst)
          }
          return try await server.withClient { other in
            [
              try await other.response(to: .get("/getchatts/")).status,
              try await other.response(to: .text(uniqueName(), "\(round)")).status,
            ]
          }
        }
        #expect(statuses == [200, 200])
      }
      #expect(try await victim.response(to: .get("/readyz")).status == 200)
    }
    #expect(!server.program.errors.contains("connections are busy"), "every request had a session")
    #expect(try await server.stop() == .exited(0))
  }
}

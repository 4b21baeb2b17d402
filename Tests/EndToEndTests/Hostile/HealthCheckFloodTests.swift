import EventLoop
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct HealthCheckFloodTests {
  private static let sessions = """
    select string_agg(pid::text, ',' order by pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
    """

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

  @Test func keepsDatabaseSessionsWhenHealthChecksAreReset() async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(
      .shared(database), options: ["--loops", "1", "--rate-limit", "0"])
    // All sessions that a burst opens are there before the count.
    try await Self.burst(server, resets: false)
    let before = try await database.run(Self.sessions)
    for _ in 0..<3 { try await Self.burst(server, resets: true) }
    #expect(try await server.response(to: .text("ada")).status == 200)
    let after = Set(try await database.run(Self.sessions).split(separator: ","))
    #expect(after.isSuperset(of: before.split(separator: ",")), "\(before) became \(after)")
    #expect(try await server.stop() == .exited(0))
  }

  /// Requests of every route that uses the database, each followed by its reset.
  private static func burst(_ server: ServerProcess, resets: Bool) async throws {
    try await server.attacked { attack in
      let client = try await attack.connectHTTP2()
      defer { client.close() }
      for number in 0..<36 {
        let path = ["/readyz", "/getaudio/", "/getchatts/"][number % 3]
        let (bytes, stream) = client.requestFrames("GET", path)
        try await client.send(bytes)
        if resets {
          try await client.send(RawFrame.reset(stream))
        } else {
          try await client.awaitEnd(of: stream)
        }
      }
      // A request of the same connection has its response: all before it have begun.
      try await client.awaitEnd(of: try await client.request("GET", "/readyz"))
    }
  }
}

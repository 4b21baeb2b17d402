import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct TimelineLimitsTests {
  /// The message of a chatt, which accounts for most of its size.
  static let message = String(repeating: "m", count: 60_000)

  @Test func refusesPostsAtTheLimitUntilChattsAreDeleted() async throws {
    let database = try await TestDatabase()
    var server = try await ServerProcess(.shared(database), options: ["--rate-limit", "0"])
    try await server.withClient { client async throws in
      for _ in 0..<20 {
        #expect(try await client.response(to: .text("early", Self.message)).status == 200)
      }
    }
    #expect(try await server.stop() == .exited(0))

    server = try await ServerProcess(
      .shared(database),
      options: ["--timeline-bytes-max", "1MiB", "--timeline-full", "refuse", "--rate-limit", "0"])
    try await server.withClient { client in
      // Posts are accepted until the timeline has been measured.
      let refusal = try await Self.post(to: client, until: 507)
      #expect(
        try refusal.errorMessage()
          == "the timeline is full, nothing was stored: try again when chatts have been deleted")
      let readiness = try await client.response(to: .get("/readyz"))
      #expect(readiness.status == 200)
      #expect(
        readiness.text == #"{"status":"ready","posts":"refused: the timeline is full"}"#)
      #expect(try await client.rows(by: "early").count == 20)

      try await database.run("delete from chatts where username = 'early'")
      _ = try await Self.post(to: client, until: 200)
      #expect(try await client.rows(by: "early").isEmpty)
    }
    #expect(try await server.stop() == .exited(0))
  }

  /// Posts until a post has this status.
  private static func post(to client: TestClient, until status: Int) async throws -> TestResponse {
    var response = try await client.response(to: .text("late"))
    try await eventually {
      if response.status != status { response = try await client.response(to: .text("late")) }
      return response.status == status
    }
    return response
  }

  @Test func deletesChattsOverTheAgeLimitAfterAStart() async throws {
    let database = try await TestDatabase()
    var server = try await ServerProcess(.shared(database))
    #expect(try await server.response(to: .text("old")).status == 200)
    #expect(try await server.response(to: .text("new")).status == 200)
    #expect(try await server.stop() == .exited(0))
    try await database.run(
      "update chatts set created_at = created_at - interval '2 hours' where username = 'old'")
    server = try await ServerProcess(.shared(database), options: ["--timeline-age-max", "1h"])
    try await server.withClient { client in
      try await eventually { try await client.rows().map { $0[0] } == ["new"] }
    }
    #expect(try await server.stop() == .exited(0))
  }
}

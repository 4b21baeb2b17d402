import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct LongTimelineTests {
  static let rowCount = 20_000

  @Test func servesOthersWhileManyRowsAreLoaded() async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(.shared(database), options: ["--loops", "1"])
    #expect(try await server.response(to: .get("/getchatts/")).status == 200)
    try await database.addRows(Self.rowCount)
    let status = try await server.servesOthers { try await $0.status(of: .get("/getchatts/")) }
    #expect(status == 200)
    #expect(try await server.withClient { try await $0.rows().count } == Self.rowCount)
    #expect(try await server.stop() == .exited(0))
  }
}

extension TestDatabase {
  /// Writes texts in one transaction.
  func addRows(_ count: Int) async throws {
    try await run(
      """
      insert into chatts (id, username, message)
      select gen_random_uuid(), 'u', 'message number ' || n from generate_series(1, \(count)) n
      """)
  }
}

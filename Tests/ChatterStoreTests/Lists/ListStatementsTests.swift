import Postgres
import TestSupport
import Testing

@testable import ChatterStore

@Suite(.needs(.postgreSQL))
struct ListStatementsTests {
  @Test(arguments: ["force_generic_plan", "force_custom_plan"])
  func neverScansTheWholeTableForChanges(mode: String) async throws {
    let database = try await TimelineDatabase()
    // All rows belong to one transaction, and the statistics show it: the worst case of the plan.
    try await database.run(TimelineDatabase.fill(20_000))
    try await database.run("analyze chatts")
    let statement = ListStatements.changes(since: try #require(PostgresSnapshot("3:9:3,4,8")))
    let types = ["xid8", "xid8", "xid8", "xid8[]"]
    let count = statement.text.matches(of: /\$[0-9]+/).count
    #expect(count == 2 * types.count)
    let plan = try await database.run(
      """
      set plan_cache_mode = \(mode);
      prepare poll (\((types + types).joined(separator: ", "))) as \(statement.text);
      explain execute poll (
        '\(UInt32.max)', '3', '9', '{3,4,8}', '\(UInt32.max)', '3', '9', '{3,4,8}')
      """)
    #expect(plan.contains("chatts_transaction_id"))
    #expect(!plan.contains("Seq Scan on chatts"), "\(plan)")
  }
}

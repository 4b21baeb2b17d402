import Chatter
import EventLoop
import Postgres
import TestSupport
import Testing

@testable import ChatterServer

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

  @Test func findsNoChangesSinceItsOwnSnapshot() async throws {
    let database = try await TimelineDatabase()
    try await database.run(TimelineDatabase.fill(3))
    try await database.withServer { server in
      let lists = try await server.reader.current()
      let result = try await server.reader.pool.query(
        ListStatements.changes(since: lists.snapshot.transactions), until: .after(hangTimeout))
      let change = try ListChange(result, ids: .with)
      #expect(change.rows.isEmpty && change.removals.isEmpty && !change.isTruncated)
      #expect(change.snapshot.epoch == lists.snapshot.epoch)
      let all = try await server.reader.pool.query(
        ListStatements.changes(since: #require(PostgresSnapshot("3:3:"))),
        until: .after(hangTimeout))
      #expect(try ListChange(all, ids: .with).rows.map(\.sequence).sorted() == [1, 2, 3])
    }
  }
}

extension ListChange {
  /// Reads the result of `ListStatements.changes`.
  init(_ result: RowSet, ids: ListProfile.IDs) throws {
    self.init(snapshot: try ListSnapshot(#require(result.first)))
    for row in result { try read(row, ids: ids) }
  }
}

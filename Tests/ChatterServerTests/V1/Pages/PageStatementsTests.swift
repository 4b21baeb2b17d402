import EventLoop
import HTTP
import Postgres
import TestSupport
import Testing

@testable import ChatterServer

@Suite(.needs(.postgreSQL))
struct PageStatementsTests {
  @Test func sendNoMessageThatDoesNotFitIntoThePage() async throws {
    let database = try await TimelineDatabase()
    let size = 50_000
    try await database.run(
      """
      insert into chatts (id, username, message)
        select gen_random_uuid(), 'ann', repeat('x', \(size)) from generate_series(1, 9)
      """)
    let query = try PageQuery(QueryParameters("limit=9"))
    let (page, sentCount) = try await database.withTimeline { timeline in
      let rows = try await timeline.pool.query(
        PageStatements.page(query), until: .after(hangTimeout))
      let messages = rows.filter { !$0.isNull(at: PageStatements.Column.chatt + 1) }
      return (try ChattPage(rows, for: query), messages.count)
    }
    #expect(page.chatts.count == PageStatements.bytesMax / size + 1 && page.next != nil)
    #expect(sentCount == page.chatts.count)
  }
}

import HTTP
import Postgres
import Search
import System
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

@Suite(.needs(.postgreSQL))
struct PageQueryStatementsTests {
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

  // MARK: A long timeline

  /// More chatts than a search looks through one by one.
  private static let longCount = 6_000

  /// Stores a long timeline. A rare word is in the two oldest chatts and in the two newest ones.
  /// The inner one of each pair is by another user, and has no clip.
  private static let storeALongTimeline = """
    insert into chatts (id, username, message, words, audio, audio_codec, audio_duration_us,
      audio_sample_rate, audio_channels)
    select gen_random_uuid(), case when n in (2, \(longCount - 1)) then 'bob' else 'ann' end,
      case when is_rare then 'Zürich ' || n else 'long' end,
      case when is_rare then $$\(SearchText.vector(of: "Zürich"))$$
        else $$\(SearchText.vector(of: "We met at noon, and spoke of a river that nobody saw."))$$
      end::tsvector, clip.*
    from (
      select n, n <= 2 or n > \(longCount - 2) as is_rare from generate_series(1, \(longCount)) as n
    ) as chatt
    left join (values ('x'::bytea, 'aac-lc', 1, 1, 1)) as clip on n not in (2, \(longCount - 1))
    order by n;
    analyze chatts
    """

  /// Reads all rows, as no search does.
  private static let readAll = """
    set enable_indexscan = off; set enable_indexonlyscan = off; set enable_bitmapscan = off;
    select count(*) from chatts
    """

  /// The rest of a query for the rare word, and what it finds.
  private typealias Search = (query: String, found: [Int], hasNext: Bool, hasPrevious: Bool)

  private static let (last, middle) = (longCount, PageCursor(Int64(longCount / 2)).text)
  private static let (second, third) = (PageCursor(2).text, PageCursor(3).text)
  /// For few chatts, the planner uses an index even in a timeline that is still this short.
  private static let searches: [Search] = [
    ("limit=4", [last, last - 1, 2, 1], false, false),
    ("limit=3", [last, last - 1, 2], true, false),
    ("limit=2", [last, last - 1], true, false),
    ("limit=3&before=\(PageCursor(Int64(last - 1)).text)", [2, 1], false, true),
    ("limit=3&before=\(third)", [2, 1], false, true),
    ("limit=3&before=\(middle)", [2, 1], false, true),
    ("limit=3&after=\(middle)", [last, last - 1], true, false),
    ("limit=3&after=\(second)", [last, last - 1], true, false),
    ("limit=1&after=\(second)", [last - 1], true, true),
  ]
  private static let filteredSearches: [Search] = [
    ("username=ann", [last, 1], false, false),
    ("username=ann&before=\(PageCursor(Int64(last)).text)", [1], false, true),
    ("username=ann&after=\(PageCursor(1).text)", [last], true, false),
    ("audio=true", [last, 1], false, false),
    ("audio=true&username=ann&before=\(third)", [1], false, true),
    ("username=bob", [last - 1, 2], false, false),
    ("username=bob&audio=true", [], false, false),
  ]

  /// Checks searches on one session, and runs a script in it. Time does not pass: no search is too
  /// slow.
  private func check(
    _ searches: [Search], _ database: TimelineDatabase, then script: String = ""
  ) async throws {
    try await withServer(of: database) { server in
      for search in searches {
        let query = try PageQuery(QueryParameters("q=zuri&\(search.query)"))
        let page = try await server.chatts.page(query, for: "192.0.2.7")
        #expect(page.chatts.map(\.message) == search.found.map { "Zürich \($0)" }, "\(search)")
        #expect((page.next != nil) == search.hasNext, "\(search)")
        #expect((page.previous != nil) == search.hasPrevious, "\(search)")
      }
      try await server.chatts.pool.withConnection(until: .after(hangTimeout)) { connection in
        _ = try await connection.execute(script: script, until: .after(hangTimeout))
      }
    }
  }

  private func withServer(
    of database: TimelineDatabase, _ body: @escaping @Sendable (ListServer) async throws -> Void
  ) async throws {
    try await onVirtualTime { loop, _ in
      try await database.withServer(on: loop, connectionsMax: 1, body)
    }
  }

  @Test func findARareWordInALongTimelineByItsIndex() async throws {
    let database = try await TimelineDatabase()
    try await database.run(Self.storeALongTimeline)
    // PostgreSQL counts the rows of a session in order: once the last ones are counted, all are.
    try await check(Self.searches, database, then: Self.readAll)
    let count = "from pg_stat_user_tables where relname = 'chatts'"
    try await database.wait(until: "select seq_tup_read >= \(Self.longCount) \(count)")
    #expect(try await database.run("select seq_tup_read \(count)") == "\(Self.longCount)")
    try await check(Self.filteredSearches, database)
  }

  @Test func findsSeveralWordsByTheIndexOfTheRareOnes() async throws {
    let database = try await TimelineDatabase()
    // PostgreSQL believes in a timeline of a million chatts, in which `river` is rare.
    try await database.run(
      """
      alter table chatts set (autovacuum_enabled = off);
      insert into chatts (id, username, message, words)
        select gen_random_uuid(), 'ann', words, words::tsvector from (
          select 'often' || case when n % 3 = 0 then ' noon' else '' end
            || case when n % 200 = 0 then ' river' else '' end
            || case when n % 2 = 0 then ' 我们' else '' end as words
          from generate_series(1, \(Self.longCount)) as n) as chatt;
      analyze chatts;
      update pg_class set reltuples = 1e6 where relname = 'chatts'
      """)
    let searches: [(query: String, hits: Int, readByIndex: Int)] = [
      ("often river noon", 10, 30), ("riv o", 30, 30), ("often noon", 2_000, 2_000),
      ("river river", 30, 30), ("often noon nowhere", 0, 0), ("river", 30, 30),
      ("我们 noon", 1_000, 1_000), ("我们 river", 30, 30),
    ]
    var read = 0
    for search in searches {
      let query = try #require(SearchText.query(for: search.query))
      let hits = try await database.run("select count(*) from chatt_hits($$\(query)$$)")
      #expect(hits == "\(search.hits)", "\(search)")
      read += search.readByIndex
      let counted = "from pg_stat_user_indexes where indexrelname = 'chatts_words'"
      try await database.wait(until: "select idx_tup_read >= \(read) \(counted)")
      #expect(try await database.run("select idx_tup_read \(counted)") == "\(read)", "\(search)")
    }
  }
}

import EventLoop
import Postgres
import TestSupport
import Testing

@testable import ChatterServer

@Suite(.needs(.postgreSQL))
struct PageIndexesTests {
  private func build(_ database: TimelineDatabase) async throws {
    try await database.withTimeline { timeline in
      let errors = Lock<[PostgresError]>([])
      await PageIndexes.build(for: timeline.pool) { error in errors.withLock { $0.append(error) } }
      #expect(errors.withLock { $0 }.isEmpty)
    }
  }

  /// A long timeline of an earlier version, which the migration leaves to the server.
  private func longTimeline() async throws -> TimelineDatabase {
    let database = try await TimelineDatabase()
    try await database.run(
      "drop index chatts_username_sequence, chatts_audio_sequence, chatts_message_words")
    return database
  }

  private let names = """
    select string_agg(relname || ' ' || indisvalid, ' ' order by relname)
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relname in ('chatts_audio_sequence', 'chatts_message_words', 'chatts_username_sequence')
    """
  private let complete =
    "chatts_audio_sequence true chatts_message_words true chatts_username_sequence true"

  @Test func buildsTheIndexesOfTheMigrationWhereTheyAreMissing() async throws {
    let database = try await TimelineDatabase()
    let definitions = """
      select pg_get_indexdef(indexrelid) from pg_index where indrelid = 'chatts'::regclass
      order by 1
      """
    let migrated = try await database.run(definitions)
    #expect(try await database.run(names) == complete)
    try await database.run(
      "drop index chatts_username_sequence, chatts_audio_sequence, chatts_message_words")
    try await build(database)
    #expect(try await database.run(names) == complete)
    #expect(try await database.run(definitions) == migrated)
    try await build(database)
    #expect(try await database.run(names) == complete)
  }

  @Test func leavesALongTimelineToTheServer() async throws {
    let database = try await longTimeline()
    try await database.run(
      """
      insert into chatts (id, username, message)
        select gen_random_uuid(), 'ann', '' from generate_series(1, 10000);
      delete from schema_migrations where number >= 7; drop table access_tokens
      """)
    try await database.migrate()
    #expect(try await database.run(names).isEmpty)
    try await build(database)
    #expect(try await database.run(names) == complete)
  }

  @Test func buildsAnInterruptedIndexAgain() async throws {
    let database = try await longTimeline()
    try await build(database)
    let oid = "select 'chatts_message_words'::regclass::oid::text"
    let first = try await database.run(oid)
    try await database.run(
      """
      update pg_index set indisvalid = false
      where indexrelid = 'chatts_message_words'::regclass
      """)
    try await build(database)
    #expect(try await database.run(names) == complete)
    #expect(try await database.run(oid) != first)
  }

  @Test func servesTheSearches() async throws {
    let database = try await TimelineDatabase()
    try await build(database)
    let plan = try await database.run(
      """
      set enable_seqscan = off;
      explain (costs off) select from chatts
      where to_tsvector('simple', left(message, 50000)) @@ to_tsquery('simple', '''a'':*')
      """)
    #expect(plan.contains("chatts_message_words"), "\(plan)")
    // The longest message has more words than an index takes from one text.
    try await database.run(
      """
      insert into chatts (id, username, message)
      select gen_random_uuid(), 'ann', string_agg(md5(number::text), ' ')
      from generate_series(1, 200000) as number
      """)
  }

  @Test func leavesTheWorkToAnotherServer() async throws {
    let database = try await longTimeline()
    try await database.withTimeline { timeline in
      try await timeline.pool.withConnection(until: .after(hangTimeout)) { connection in
        _ = try await connection.query(
          "select pg_advisory_lock(\(0x6368_6174_7469_6478 as Int64))", until: .after(.seconds(5)))
        await PageIndexes.build(for: timeline.pool) { Issue.record("\($0)") }
        _ = try await connection.query(
          "select pg_advisory_unlock_all()", until: .after(.seconds(5)))
      }
    }
    #expect(try await database.run(names).isEmpty)
  }
}

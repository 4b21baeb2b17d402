import Postgres
import System
import TestSupport
import Testing

@testable import ChatterStore

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
      "drop index chatts_username_sequence, chatts_audio_sequence, chatts_words")
    return database
  }

  private let names = """
    select string_agg(relname || ' ' || indisvalid, ' ' order by relname)
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relname in ('chatts_audio_sequence', 'chatts_words', 'chatts_username_sequence')
    """
  private let complete =
    "chatts_audio_sequence true chatts_username_sequence true chatts_words true"

  @Test func buildsTheIndexesOfTheMigrationWhereTheyAreMissing() async throws {
    let database = try await TimelineDatabase()
    let definitions = """
      select pg_get_indexdef(indexrelid) from pg_index where indrelid = 'chatts'::regclass
      order by 1
      """
    let migrated = try await database.run(definitions)
    #expect(migrated.contains("gin_pending_list_limit='64'"), "no post sorts the words of many")
    #expect(try await database.run(names) == complete)
    try await database.run(
      "drop index chatts_username_sequence, chatts_audio_sequence, chatts_words")
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
      delete from schema_migrations where number >= 7; drop table access_tokens;
      drop function chatt_hits; alter table chatts drop column words cascade
      """)
    try await database.migrate()
    #expect(try await database.run(names).isEmpty)
    try await build(database)
    #expect(try await database.run(names) == complete)
  }

  @Test func buildsAnInterruptedIndexAgain() async throws {
    let database = try await longTimeline()
    try await build(database)
    let oid = "select 'chatts_words'::regclass::oid::text"
    let first = try await database.run(oid)
    try await database.run(
      """
      update pg_index set indisvalid = false
      where indexrelid = 'chatts_words'::regclass
      """)
    try await build(database)
    #expect(try await database.run(names) == complete)
    #expect(try await database.run(oid) != first)
  }

  @Test func servesTheSearches() async throws {
    let database = try await TimelineDatabase()
    try await build(database)
    let plan = try await database.run(
      "set enable_seqscan = off; explain (costs off) select from chatts where words @@ '''a'':*'")
    #expect(plan.contains("chatts_words"), "\(plan)")
  }

  @Test func makesTheWordsOfEarlierVersionsBesidePosts() async throws {
    let database = try await longTimeline()
    try await database.run(
      """
      create index chatts_message_words on chatts (message);
      insert into chatts (id, username, message, audio, audio_codec, audio_duration_us,
          audio_sample_rate, audio_channels)
        select gen_random_uuid(), 'ann', case when n % 7 > 0 then 'Café ' || n end, 'x', 'aac-lc',
          1, 1, 1
        from generate_series(1, 2000) as n
      """)
    let written = "select string_agg(transaction_id::text, ' ' order by sequence) from chatts"
    let before = try await database.run(written)
    try await build(database)
    let found = "select count(*) from chatts where words @@ '''cafe'''"
    #expect(try await database.run(found) == "1715")
    #expect(try await database.run("select count(*) from chatts where words is null") == "285")
    #expect(try await database.run(written) == before)
    #expect(try await database.run(names) == complete)
    #expect(try await database.run("select to_regclass('chatts_message_words')").isEmpty)
    // Another message has other words.
    try await database.run("update chatts set message = 'changed' where sequence = 1")
    #expect(try await database.run("select words is null from chatts where sequence = 1") == "t")
  }

  @Test func leavesTheWorkToAnotherServer() async throws {
    let database = try await longTimeline()
    try await database.withTimeline { timeline in
      try await timeline.pool.withConnection(until: .after(hangTimeout)) { connection in
        _ = try await connection.query(
          "select pg_advisory_lock(\(0x6368_6174_7469_6478 as Int64))", until: .after(hangTimeout))
        await PageIndexes.build(for: timeline.pool) { Issue.record("\($0)") }
        _ = try await connection.query(
          "select pg_advisory_unlock_all()", until: .after(hangTimeout))
      }
    }
    #expect(try await database.run(names).isEmpty)
  }
}

import Postgres
import TestSupport
import Testing

@testable import ChatterStore

@Suite(.needs(.postgreSQL))
struct SchemaTests {
  /// A valid row. Each test changes some of its columns.
  static let good: KeyValuePairs<String, String> = [
    "id": "gen_random_uuid()", "username": "'a'", "message": "'b'", "audio": "'\\x00'",
    "audio_codec": "'aac-lc'", "audio_duration_us": "0", "audio_sample_rate": "1",
    "audio_channels": "1",
  ]

  static func insert(_ changes: [String: String]) -> String {
    let values = good.map { changes[$0.key] ?? $0.value }
    let others = changes.keys.filter { key in !good.contains { $0.key == key } }
    let columns = good.map(\.key) + others
    return "insert into chatts (\(columns.joined(separator: ", "))) values ("
      + (values + others.map { changes[$0] ?? "" }).joined(separator: ", ") + ")"
  }

  static let noAudio = [
    "audio": "null", "audio_codec": "null", "audio_duration_us": "null",
    "audio_sample_rate": "null", "audio_channels": "null",
  ]

  static let accepted: [[String: String]] = [
    [:], ["message": "null"], ["message": "''"], noAudio, ["username": "repeat('é', 255)"],
    ["message": "repeat('m', 16777216)"], ["created_at": "'294276-12-31 23:59'"],
    ["audio_duration_us": "9223372036854775807"], ["audio_sha256": "sha256('')"],
  ]

  @Test(arguments: accepted)
  func acceptsEveryValidRow(changes: [String: String]) async throws {
    try await TimelineDatabase.shared().run("begin; \(Self.insert(changes)); rollback")
  }

  static let refused: [([String: String], String)] = [
    (["id": "null"], "null value in column \"id\""),
    (["username": "null"], "null value in column \"username\""),
    (["created_at": "null"], "null value in column \"created_at\""),
    (["sequence": "null"], "null value in column \"sequence\""),
    (["username": "''"], "chatts_username_length"),
    (["username": "repeat('é', 256)"], "chatts_username_length"),
    (["message": "repeat('m', 16777217)"], "chatts_message_length"),
    (noAudio.merging(["message": "null"]) { $1 }, "chatts_message_or_audio"),
    (["created_at": "'infinity'"], "chatts_created_at_finite"),
    (["created_at": "'-infinity'"], "chatts_created_at_finite"),
    (["audio": "''"], "chatts_audio_not_empty"),
    (["audio_codec": "null"], "chatts_audio_facts"),
    (["audio_channels": "null"], "chatts_audio_facts"),
    (["audio": "null"], "chatts_audio_facts"),
    (["audio_duration_us": "-1"], "chatts_audio_facts_range"),
    (["audio_sample_rate": "0"], "chatts_audio_facts_range"),
    (["audio_channels": "-1"], "chatts_audio_facts_range"),
    (["audio_sha256": "'\\x00'"], "chatts_audio_sha256_length"),
    (["audio_bytes": "7"], "cannot insert a non-DEFAULT value into column \"audio_bytes\""),
  ]

  @Test(arguments: refused)
  func refusesRowsByNamedConstraints(changes: [String: String], reason: String) async throws {
    let database = try await TimelineDatabase.shared()
    let run = try await ProgramRun(
      "psql",
      [
        "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", database.database.url, "-c",
        Self.insert(changes),
      ])
    #expect(run.status != 0)
    #expect(run.errors.contains(reason), "\(run.errors)")
  }

  @Test func refusesDuplicateIdsAndSequenceNumbers() async throws {
    let database = try await TimelineDatabase()
    let id = "'00000000-0000-7000-8000-000000000001'"
    try await database.run(Self.insert(["id": id, "sequence": "7"]))
    for changes in [["id": id], ["sequence": "7"]] {
      await #expect(throws: (any Error).self) { try await database.run(Self.insert(changes)) }
    }
    #expect(try await database.count() == 1)
  }

  @Test func appliesEachFileWithPlainPsql() async throws {
    let plain = try await TimelineDatabase(isMigrated: false)
    for file in Repository.migrations {
      _ = try await ProgramRun(
        "psql",
        [
          "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", plain.database.url, "-1", "-f",
          Repository.path(of: file.path),
        ]
      ).checked()
    }
    let columns = """
      select column_name, data_type, is_nullable, column_default, is_generated
      from information_schema.columns where table_name = 'chatts' order by ordinal_position
      """
    let constraints = """
      select conname, pg_get_constraintdef(oid) from pg_constraint
      where conrelid = 'chatts'::regclass order by conname
      """
    let migrated = try await TimelineDatabase.shared()
    for query in [columns, constraints] {
      let found = try await plain.run(query)
      #expect(!found.isEmpty)
      #expect(try await migrated.run(query) == found)
    }
  }

  @Test func storesClipsUncompressedAndTimesWithTimeZone() async throws {
    let database = try await TimelineDatabase.shared()
    #expect(
      try await database.run(
        """
        select attstorage from pg_attribute
        where attrelid = 'chatts'::regclass and attname = 'audio'
        """) == "e")
    #expect(
      try await database.run(
        """
        select data_type from information_schema.columns
        where table_name = 'chatts' and column_name = 'created_at'
        """) == "timestamp with time zone")
  }
}

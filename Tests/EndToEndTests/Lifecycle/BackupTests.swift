import Chatter
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct BackupTests {
  /// A digest of all rows of all tables, without what is of one database.
  private static let digests = """
    select md5(string_agg(r::text, '|' order by r::text)) from (
      select id, sequence, username, message, created_at, audio, audio_codec, audio_duration_us,
        audio_sample_rate, audio_channels, audio_bytes, audio_sha256 from chatts) r
    union all select md5(string_agg(r::text, '|' order by r::text)) from (
      select sequence, id from chatt_removals) r
    union all select md5(string_agg(r::text, '|' order by r::text)) from idempotency_keys r
    union all select md5(string_agg(r::text, '|' order by r::text)) from (
      select number, name, sha256 from schema_migrations) r
    """

  private func chatterd(
    _ verb: String, _ path: String?, _ database: TestDatabase
  ) async throws -> ProgramRun {
    try await ProgramRun(
      Repository.program("chatterd"),
      [verb] + [path].compactMap(\.self) + ["--database", database.url])
  }

  /// A database with texts, clips, a removed row and gaps in the sequence.
  private func filled() async throws -> TestDatabase {
    let database = try await TestDatabase()
    _ = try await ProgramRun(
      Repository.program("chatterd"), ["migrate", "up", "--database", database.url]
    ).checked()
    let clip = try TinyClip.clip()
    let facts = clip.facts
    let microseconds = facts.duration.attoseconds / 1_000_000_000_000
    let hex = try TinyClip.bytes().map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    try await database.run(
      """
      insert into chatts (id, username, message)
        select gen_random_uuid(), 'ann', 'text ' || n from generate_series(1, 2000) n;
      insert into chatts (id, username, audio, audio_codec, audio_duration_us, audio_sample_rate,
        audio_channels, audio_sha256)
        select gen_random_uuid(), 'bob', c, '\(facts.codec.rawValue)', \(microseconds),
          \(facts.sampleRate), \(facts.channels), sha256(c)
        from (select '\\x\(hex)'::bytea c) c, generate_series(1, 300);
      delete from chatts where sequence in (7, 2299, 2300);
      """)
    return database
  }

  @Test func restoresIdenticalRows() async throws {
    let source = try await filled()
    let directory = try TemporaryDirectory()
    let file = directory.path(of: "backup.tar")
    _ = try await chatterd("backup", file, source).checked()
    #expect(try await chatterd("verify", file, source).checked().text.hasSuffix(": 0 damaged"))
    let target = try await TestDatabase()
    _ = try await chatterd("restore", file, target).checked()
    #expect(try await target.run(Self.digests) == source.run(Self.digests))
    #expect(try await chatterd("verify", nil, target).checked().text.hasSuffix(": 0 damaged"))
    // Numbers are not used again.
    let next = "insert into chatts (id, username, message) values (gen_random_uuid(), 'a', 'b')"
    #expect(try await target.run(next + " returning sequence") == "2301")
    let again = try await chatterd("restore", file, target)
    #expect(again.status == 65)
    #expect(again.errors.contains("restore into an empty database"))
  }

  @Test func tarAndGzipReadABackup() async throws {
    let source = try await filled()
    let directory = try TemporaryDirectory()
    _ = try await chatterd("backup", directory.path(of: "backup.tar"), source).checked()
    let run = try await ProgramRun(
      shell: "cd $1; tar xf backup.tar; sha256sum -c --quiet SHA256SUMS; gzip -t */*.gz; ls",
      [directory.path])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.text.contains("chatts") && !run.text.contains("secrets"))
  }

  /// The holder of an old backup must not be able to delete chatts of a running server.
  @Test func aRestoredDatabaseHasANewSecret() async throws {
    let source = try await filled()
    let directory = try TemporaryDirectory()
    let file = directory.path(of: "backup.tar")
    _ = try await chatterd("backup", file, source).checked()
    let target = try await TestDatabase()
    let run = try await chatterd("restore", file, target).checked()
    #expect(run.text.contains("Delete tokens from before the restore are no longer valid"))
    let secret = "select name, length(secret), encode(secret, 'hex') from secrets"
    let (old, new) = (try await source.run(secret), try await target.run(secret))
    #expect(new.hasPrefix("delete-token|32|") && new != old)
  }

  @Test func leavesTheDatabaseEmptyWhenTheBackupIsDamaged() async throws {
    let source = try await filled()
    let directory = try TemporaryDirectory()
    let file = directory.path(of: "backup.tar")
    _ = try await chatterd("backup", file, source).checked()
    let bytes = try directory.bytes(of: "backup.tar")
    let target = try await TestDatabase()
    for position in [bytes.count / 2, bytes.count - 2000] {
      var changed = bytes
      changed[position] ^= 1
      let run = try await chatterd("restore", directory.write(changed, to: "bad.tar"), target)
      #expect(run.status == 65)
      #expect(run.errors.contains("begins at byte"))
    }
    let cut = try directory.write(bytes[..<(bytes.count / 2)], to: "cut.tar")
    #expect(try await chatterd("restore", cut, target).status == 65)
    #expect(try await target.run("select to_regclass('chatts') is null") == "t")
  }

  @Test func verifyNamesADamagedRow() async throws {
    let source = try await filled()
    try await source.run(
      """
      update chatts set audio = set_byte(audio, 40, 255 - get_byte(audio, 40))
      where sequence = 2001
      """
    )
    let id = try await source.run("select id from chatts where sequence = 2001")
    let run = try await chatterd("verify", nil, source)
    #expect(run.status == 65)
    #expect(run.errors.contains("chatt \(id): the clip differs from its SHA-256"))
    #expect(run.text.hasSuffix(": 1 damaged"))
  }

  @Test func aBackupDuringPostsIsOneSnapshot() async throws {
    let source = try await filled()
    // Each transaction writes two rows: a snapshot has both or none.
    async let posts = source.run(
      """
      do $$ begin
        for n in 1..3000 loop
          insert into chatts (id, username, message) values (gen_random_uuid(), 'pair', 'a');
          insert into chatts (id, username, message) values (gen_random_uuid(), 'pair', 'b');
          commit;
        end loop;
      end $$
      """)
    let directory = try TemporaryDirectory()
    let file = directory.path(of: "backup.tar")
    _ = try await chatterd("backup", file, source).checked()
    _ = try await posts
    let target = try await TestDatabase()
    _ = try await chatterd("restore", file, target).checked()
    let odd = "select count(*) % 2 from chatts where username = 'pair'"
    #expect(try await target.run(odd) == "0")
  }
}

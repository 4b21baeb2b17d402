import Chatter
import Glibc
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct BackupTests {
  /// A digest of all rows of all tables, without what is of one database.
  private static let digests = """
    select md5(string_agg(r::text, '|' order by r::text)) from (
      select id, sequence, username, message, created_at, audio, audio_codec, audio_duration_us,
        audio_sample_rate, audio_channels, audio_bytes, audio_sha256 from chatts) r
    union all select md5(string_agg(r::text, '|' order by r::text)) from idempotency_keys r
    union all select md5(string_agg(r::text, '|' order by r::text)) from access_tokens r
    union all select md5(string_agg(r::text, '|' order by r::text)) from (
      select number, name, sha256 from schema_migrations) r
    """

  private let source: TestDatabase
  private let directory: TemporaryDirectory
  /// The path of a backup of the source, which does not exist at first.
  private let file: String

  init() async throws {
    source = try await Self.filled()
    directory = try TemporaryDirectory()
    file = directory.path(of: "chatts.backup")
  }

  private func chatterd(
    _ verb: String, _ path: String?, _ database: TestDatabase
  ) async throws -> ProgramRun {
    try await ProgramRun(
      Repository.program("chatterd"),
      [verb] + [path].compactMap(\.self) + ["--database", database.url])
  }

  /// A database with texts, clips, a removed row and gaps in the sequence.
  private static func filled() async throws -> TestDatabase {
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
      update schema_migrations set name = name where number = 2;
      insert into access_tokens (username, sha256) values ('ann', sha256('a')), ('bob', sha256('b'));
      insert into idempotency_keys (endpoint, key, fingerprint, chatt_id)
        select 'postchatt', 'k', sha256('f'), id from chatts limit 1;
      """)
    return database
  }

  @Test func refusesAPoolerWhoseSessionsOthersShare() async throws {
    let pooler = try await TransactionPooler(before: source, serversMax: 1)
    let run = try await ProgramRun(
      Repository.program("chatterd"), ["backup", file, "--database", pooler.url])
    #expect(run.status != 0)
    #expect(run.errors.contains("through a pooler: name PostgreSQL's own address"))
  }

  @Test func restoresIdenticalRows() async throws {
    _ = try await chatterd("backup", file, source).checked()
    #expect(try await chatterd("verify", file, source).checked().text.hasSuffix(": 0 damaged"))
    let target = try await TestDatabase()
    let restored = try await chatterd("restore", file, target).checked()
    #expect(try await target.run(Self.digests) == source.run(Self.digests))
    #expect(try await chatterd("verify", nil, target).checked().text.hasSuffix(": 0 damaged"))
    // The holder of an old backup must not be able to delete chatts of a running server.
    #expect(restored.text.contains("the secret of the delete tokens is new"))
    let secret = "select name, length(secret), encode(secret, 'hex') from secrets"
    let (old, new) = (try await source.run(secret), try await target.run(secret))
    #expect(new.hasPrefix("delete-token|32|") && new != old)
    // Numbers are not used again.
    let next = "insert into chatts (id, username, message) values (gen_random_uuid(), 'a', 'b')"
    #expect(try await target.run(next + " returning sequence") == "2301")
    let again = try await chatterd("restore", file, target)
    #expect(again.status == 65)
    #expect(again.errors.contains("restore into an empty database"))
  }

  /// Whenever it is killed, the file is missing or complete.
  @Test(arguments: 1...8) func leavesNothingBehindWhenItIsKilled(hundredths: Int) async throws {
    let run = try await ProgramRun(
      shell: """
        timeout --signal=KILL 0.0$1 "$2" backup "$3" --database "$4"; cd "$(dirname "$3")"
        for file in * .[!.]*; do
          if [ -e "$file" ]; then gzip --test "$file" && echo "$file"; fi
        done
        """,
      ["\(hundredths)", Repository.program("chatterd"), file, source.url])
    #expect(["", "chatts.backup"].contains(run.text), "\(run.text) \(run.errors)")
  }

  @Test func leavesTheReserveOfTheDiskToPostsAndRecordsWhatItDid() async throws {
    let home = try PrivateHome()
    let path = home.directory.path
    let place = ["--database", "private", "--data-dir", path]
    let program = Repository.program("chatterd")
    _ = try await ProgramRun(program, ["migrate", "up"] + place).checked()
    let full = try await ProgramRun(
      program, ["backup", file, "--disk-reserve", "1048576GiB"] + place)
    #expect(full.status == 75 && full.errors.contains("posts need"), "\(full.errors)")
    #expect(try directory.names() == [])
    func record() throws -> String {
      String(decoding: try home.directory.bytes(of: "last-backup.json"), as: UTF8.self)
    }
    #expect(try record().contains("posts need"))
    let done = try await ProgramRun(program, ["backup", file] + place).checked()
    #expect(done.errors.contains("backed up: "))
    #expect(try record().contains(#""failed":null"#))
    #expect(try directory.names() == ["chatts.backup"])
    _ = try await ProgramRun(program, ["verify", file] + place).checked()

    let other = try PrivateHome()
    let elsewhere = ["--database", "private", "--data-dir", other.directory.path]
    for words in [["restore", file], ["import", try directory.write("{}", to: "rows")]] {
      let run = try await ProgramRun(
        program, words + elsewhere + ["--disk-reserve", "1048576GiB"])
      #expect(run.status == 75 && run.errors.contains("posts need"), "\(words): \(run.errors)")
    }
    _ = try await ProgramRun(program, ["restore", file] + elsewhere).checked()

    var bytes = try directory.bytes(of: "chatts.backup")
    bytes[bytes.count / 2] ^= 1
    try directory.write(bytes, to: "chatts.backup")
    // Root becomes another user before it knows the result.
    #expect(unsafe chmod(path, 0o777) == 0)
    let damaged = try await ProgramRun(program, ["verify", file] + place)
    #expect(damaged.status == 65)
    #expect(try record().contains(#""reason":"verify: the backup is damaged"#))
  }

  @Test func nothingIsMadeWhereThereIsNoDatabase() async throws {
    let home = try PrivateHome()
    let place = ["--database", "private", "--data-dir", home.directory.path]
    for words in [["backup", file], ["verify"], ["export", directory.path + "/export"]] {
      let run = try await ProgramRun(Repository.program("chatterd"), words + place)
      #expect(
        run.status == 78 && run.errors.contains("has no database: check --data-dir"),
        "\(run.errors)")
    }
    #expect(try !home.directory.names().contains("postgresql") && directory.names() == [])
  }

  /// As deploy/README.md says.
  @Test func postgreSQLAloneRestoresABackup() async throws {
    _ = try await chatterd("backup", file, source).checked()
    let target = try await TestDatabase()
    let run = try await ProgramRun(
      shell: """
        cd $1; gzip -t <chatts.backup
        gzip -dc <chatts.backup | pg_restore --no-owner --exit-on-error --dbname=$2
        """, [directory.path, target.url])
    #expect(run.status == 0, "\(run.errors)")
    try await target.run(
      """
      update chatts set id = id;
      insert into secrets values ('delete-token', sha256(gen_random_uuid()::text::bytea))
      """)
    #expect(try await target.run(Self.digests) == source.run(Self.digests))
    #expect(try await chatterd("verify", nil, target).checked().text.hasSuffix(": 0 damaged"))
  }

  @Test func leavesOutTheSecretOfTheDeleteTokens() async throws {
    _ = try await chatterd("backup", file, source).checked()
    func count(_ table: String, _ column: String) async throws -> String {
      let hex = try await source.run("select encode(\(column), 'hex') from \(table) limit 1")
      #expect(hex.count == 64)
      let run = try await ProgramRun(
        shell: "gzip -dc <$1 | grep -ac $2 || [[ $? == 1 ]]", [file, hex])
      #expect(run.status == 0, "\(run.errors)")
      return run.text
    }
    #expect(try await count("secrets", "secret") == "0")
    // The same search finds what is in it.
    #expect(try await count("access_tokens", "sha256") == "1")
  }

  @Test func leavesTheDatabaseEmptyWhenTheBackupIsDamaged() async throws {
    _ = try await chatterd("backup", file, source).checked()
    let bytes = try directory.bytes(of: "chatts.backup")
    let target = try await TestDatabase()
    // The first ten bytes are a header of gzip, some of which has no meaning.
    let positions = [0, 1, 2] + stride(from: 10, to: bytes.count, by: bytes.count / 20)
    for position in positions + [bytes.count - 5, bytes.count - 1] {
      var changed = bytes
      changed[position] ^= 0x10
      let bad = try directory.write(changed, to: "bad")
      guard try await !hasContents(of: file, bad) else { continue }
      let run = try await chatterd("restore", bad, target)
      #expect(run.status == 65, "byte \(position): \(run.errors)")
    }
    for count in [0, 1, 100, bytes.count / 2, bytes.count - 1] {
      let run = try await chatterd("restore", directory.write(bytes[..<count], to: "cut"), target)
      #expect(run.status == 65, "\(count) bytes: \(run.errors)")
    }
    let other = try await chatterd("restore", directory.write("a text", to: "other"), target)
    #expect(other.status == 65 && other.errors.contains("not a backup of chatterd"))
    #expect(try await target.run("select to_regclass('chatts') is null") == "t")
  }

  /// Whether a changed file is decompressed to the same bytes, without an error: a reference to
  /// repeated bytes may lead to others that are equal.
  private func hasContents(of file: String, _ changed: String) async throws -> Bool {
    let run = try await ProgramRun(
      shell: "gzip -dc <$1 >$3; gzip -dc <$2 2>$3.errors | cmp -s - $3 && gzip -t <$2",
      [file, changed, directory.path(of: "contents")])
    return run.status == 0
  }

  /// The rows come in one transaction, and a restore that was killed can be run again.
  @Test func aKilledRestoreLeavesAllRowsOrNone() async throws {
    _ = try await chatterd("backup", file, source).checked()
    let total = try await source.run("select count(*) from chatts")
    let target = try await TestDatabase()
    _ = try await ProgramRun(
      Repository.program("chatterd"), ["migrate", "up", "--database", target.url]
    ).checked()
    try await kill("restore", file, target, while: "idempotency_keys in share mode")
    let count = try await target.run("select count(*) from chatts")
    #expect(["0", total].contains(count))
    guard count == "0" else { return }
    _ = try await chatterd("restore", file, target).checked()
    #expect(try await target.run(Self.digests) == source.run(Self.digests))
  }

  @Test func aKilledBackupLeavesNoFileWithItsName() async throws {
    try await kill("backup", file, source, while: "chatts in access exclusive mode")
    #expect(try !directory.names().contains("chatts.backup"))
    _ = try await chatterd("backup", file, source).checked()
    #expect(try await chatterd("verify", file, source).checked().text.hasSuffix(": 0 damaged"))
  }

  /// Kills a verb while its programs wait for a table, and returns when they have ended.
  private func kill(
    _ verb: String, _ path: String, _ database: TestDatabase, while lock: String
  ) async throws {
    let lock = try await TableLock(lock, in: database)
    let program = try await RunningProgram(
      Repository.program("chatterd"), [verb, path, "--database", database.url])
    try await lock.becomesAwaited()
    program.send(SIGKILL)
    _ = try await program.ending()
    try await lock.release()
    let sessions = """
      select count(*) from pg_stat_activity
      where datname = current_database() and application_name = 'chatterd'
      """
    try await eventually { try await database.run(sessions) == "0" }
  }

  @Test func verifyNamesADamagedRow() async throws {
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
    _ = try await chatterd("backup", file, source).checked()
    _ = try await posts
    let target = try await TestDatabase()
    _ = try await chatterd("restore", file, target).checked()
    let odd = "select count(*) % 2 from chatts where username = 'pair'"
    #expect(try await target.run(odd) == "0")
  }
}

import Arguments
import ChatterServer
import ChatterStore
import Postgres
import PrivateCluster
import System

/// `chatterd restore`: fills an empty database from a backup, completely or not at all.
struct Restore: VerbRun {
  let path: String
  let reserve: Int?
  let verb: DatabaseVerb

  func run() async throws -> ExitCode {
    // Perhaps only root may read it.
    let file = try BackupFile(path)
    return try await verb.run(alone: true, changing: true) { database, loop in
      let space = SpareSpace(verb.options, reserve: reserve)
      let counts = try await file.restore(to: database, sparing: space, on: loop)
      StandardStream.output.write(
        """
        restored \(counts)
        Their authors can no longer delete them, operators can: the secret of the delete tokens is new.

        """)
      return .success
    } ?? .temporary
  }
}

/// A file of `chatterd backup`.
struct BackupFile: Sendable {
  /// What is restored; the migrations make the rest. Removed chatts are only of interest to servers
  /// and streams that have seen them.
  static let tables = ["access_tokens", "chatts", "idempotency_keys"]
  private static let sequences = ["access_tokens_id_seq", "chatts_sequence_seq"]
  /// Maximum size of the list of migrations.
  private static let listBytesMax = 1 << 20
  /// The error for a file of another kind.
  static let notABackup = VerbError.data("not a backup of chatterd")

  private let file: InputFile

  init(_ path: String) throws { file = try InputFile(path, isRegular: true) }

  /// Checks every byte, and fills a database that has no rows; returns what was restored.
  ///
  /// The rows come in one transaction. If it does not complete, the database has empty tables at
  /// most, and can be restored again.
  ///
  /// - Parameter space: What must stay free on the disk.
  func restore(
    to database: Database, sparing space: SpareSpace?, on loop: EventLoop
  ) async throws -> String {
    let deadline = WholeDatabase.deadline
    let migrator = try Migrator(EmbeddedMigrations.all)
    let dump = try await database.withConnection(on: loop) { connection in
      let dump = try await DatabaseDump(database.configuration, over: connection, until: deadline)
      let records = try await migrations(dump, on: loop)
      try await connection.transaction(until: deadline) { connection in
        try await Self.requireEmpty(connection, migrationsMax: records.count)
        try await migrator.apply(
          through: records.count, inTransactionOf: connection, until: deadline)
        try await Self.compare(records, on: connection)
      }
      return dump
    }
    try await loop.run { try await self.copyRows(dump, space, on: loop) }
    return try await database.withConnection(on: loop) { connection in
      _ = try await migrator.apply(on: connection, until: deadline)
      let rows = try await connection.query(
        "select count(*), count(audio), coalesce(sum(octet_length(audio)), 0)::int8 from chatts",
        until: deadline)
      let (chatts, clips, bytes) = try rows[0].decode(Int.self, Int.self, Int.self)
      return "\(chatts) chatts, \(clips) clips (\(bytes) bytes)"
    }
  }

  /// Checks every byte, and returns the migrations of the backup.
  private func migrations(_ dump: DatabaseDump, on loop: EventLoop) async throws -> [String] {
    do {
      try file.rewind()
      try await dump.check(file.descriptor, on: loop).finish()
      let pipeline = try dump.rows(of: "schema_migrations", in: file.descriptor, on: loop)
      var script: [UInt8] = []
      while script.count < Self.listBytesMax, let bytes = try await pipeline.read() {
        script += bytes
      }
      guard script.count < Self.listBytesMax else { throw Self.notABackup }
      try await pipeline.finish()
      let records = Self.records(in: String(decoding: script, as: UTF8.self))
      guard !records.isEmpty else { throw Self.notABackup }
      return records
    } catch let failure as ProgramPipeline.Failure {
      try file.rewind()
      throw try Self.reason(failure.text, first: file.read(512))
    }
  }

  /// Returns why a file with certain first bytes was refused, from what the program says that
  /// refused it.
  static func reason(_ text: String, first: [UInt8]) -> VerbError {
    if first.dropFirst(257).starts(with: "ustar".utf8) {
      return .data("a tar archive of an earlier build: restore it with that build (CHANGELOG.md)")
    }
    let isDump = first.starts(with: [0x1F, 0x8B]) && !text.contains("to be a valid archive")
    return isDump
      ? .data("the backup is damaged or incomplete (\(text)): use another one") : notABackup
  }

  /// Returns the number, the name and the digest of each migration in a script with a COPY, in the
  /// order of the numbers: rows of a table have none.
  static func records(in script: String) -> [String] {
    let lines = script.split(separator: "\n", omittingEmptySubsequences: false)
    let rows = lines.drop { !$0.hasPrefix("COPY ") }.dropFirst().prefix { $0 != "\\." }
    let records = rows.map { $0.split(separator: "\t").prefix(3) }
    return records.sorted { Int($0.first ?? "") ?? 0 < Int($1.first ?? "") ?? 0 }
      .map { $0.joined(separator: " ") }
  }

  private static func requireEmpty(
    _ connection: PostgresConnection, migrationsMax: Int
  ) async throws {
    let filled: [(table: String, statement: SQL)] = [
      ("schema_migrations", "select count(*) > \(migrationsMax) from schema_migrations"),
      ("chatts", "select exists (select from chatts)"),
      ("access_tokens", "select exists (select from access_tokens)"),
      ("idempotency_keys", "select exists (select from idempotency_keys)"),
    ]
    for (table, statement) in filled {
      let exists = try await connection.query(
        "select to_regclass(\(table)) is not null", until: WholeDatabase.deadline)
      guard try exists[0].decode(Bool.self, at: 0) else { continue }
      let rows = try await connection.query(statement, until: WholeDatabase.deadline)
      guard try !rows[0].decode(Bool.self, at: 0) else {
        throw VerbError.data(
          "the database has chatts or tokens, or the tables of a newer version: restore into an "
            + "empty database, for example with another --data-dir")
      }
    }
  }

  /// Fails unless the backup's migrations are the first ones of this program.
  private static func compare(_ records: [String], on connection: PostgresConnection) async throws {
    let known = EmbeddedMigrations.all
    guard records.count <= known.count else {
      throw VerbError.data(
        "the backup has \(records.count) migrations and this program \(known.count): restore with "
          + "the version that made it, or a newer one")
    }
    // A backslash is doubled in the text format.
    let rows = try await connection.query(
      """
      select number || ' ' || name || ' \\\\x' || encode(sha256, 'hex')
      from schema_migrations order by number
      """, until: WholeDatabase.deadline)
    for (index, record) in records.enumerated() {
      guard try index < rows.count && rows[index].decode(String.self, at: 0) == record else {
        throw VerbError.data(
          "\(known[index].fileName) of the backup differs from that of this program: restore with "
            + "the version that made the backup")
      }
    }
  }

  private func copyRows(
    _ dump: DatabaseDump, _ space: SpareSpace?, on loop: EventLoop
  ) async throws {
    let rows = try dump.decompress(file.descriptor, on: loop)
    let tables = try dump.restore(tables: Self.tables, sequences: Self.sequences, on: loop)
    var (byteCount, progress) = (0, VerbProgress())
    while let bytes = try await rows.read() {
      try space?.check(adding: bytes.count)
      try await tables.write(bytes)
      byteCount += bytes.count
      progress.show("\(byteCount) bytes")
    }
    try await rows.finish()
    try await tables.finish()
  }
}

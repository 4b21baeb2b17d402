import ChatterServer
import CommandLine
import Postgres
import Program
import TLS

/// `chatterd restore`: fills an empty database from a backup, completely or not at all.
struct Restore: Sendable {
  let path: String
  private let archive: ArchiveRun

  init(
    _ path: String, _ values: OptionValues, _ environment: LaunchEnvironment
  ) throws(CommandError) {
    self.path = path
    archive = try ArchiveRun(values, environment)
  }

  func run() async throws -> ExitCode {
    try await archive.run(alone: true) { try await self.restore(over: $0) }
  }

  private func restore(over connection: PostgresConnection) async throws -> ExitCode {
    let reader = try BackupReader(try ArchiveFile(reading: path))
    try Self.check(reader.contents.migrations, against: EmbeddedMigrations.all)
    let isEmpty = try await connection.query(
      "select to_regclass('schema_migrations') is null and to_regclass('chatts') is null",
      until: BackupSource.deadline)
    guard try isEmpty[0].decode(Bool.self, at: 0) else { throw BackupError.databaseNotEmpty }
    try await connection.transaction(until: BackupSource.deadline) {
      try await Self.fill($0, from: reader)
    }
    StandardStream.output.write(
      """
      restored \(reader.counts.summary)
      Delete tokens from before the restore are no longer valid: the authors of these chatts cannot \
      delete them, operators can.

      """)
    return .success
  }

  /// Fails unless the backup's migrations are the first ones of this program.
  static func check(
    _ migrations: [BackupContents.Migration], against known: [Migration]
  ) throws {
    guard migrations.count <= known.count else {
      throw BackupError.otherMigrations(
        "the backup has \(migrations.count) migrations and this program \(known.count): restore "
          + "with the version that made it, or a newer one")
    }
    for (migration, file) in zip(migrations, known) {
      let digest = SHA256.digest(of: Array(file.sql.utf8)).map(HexText.of)
      guard migration.number == file.number, migration.digest == digest else {
        throw BackupError.otherMigrations(
          "\(file.fileName) of the backup differs from that of this program: restore with the "
            + "version that made the backup")
      }
    }
  }

  private static func fill(
    _ connection: PostgresConnection, from reader: BackupReader
  ) async throws {
    let deadline = BackupSource.deadline
    let migrator = try Migrator(EmbeddedMigrations.all)
    try await migrator.apply(
      through: reader.contents.migrations.count, inTransactionOf: connection, until: deadline)
    // A migration waits for locks briefly; COPY must not.
    try await connection.execute(
      script: "set local lock_timeout = 0; set local statement_timeout = 0", until: deadline)
    let known = BackupSource.tableNames + [BackupSource.secretsName]
    guard reader.contents.tables.allSatisfy({ known.contains($0.name) }) else {
      throw BackupError.notABackup
    }
    var progress = ArchiveProgress()
    while let part = try reader.next() {
      try Task.checkCancellation()
      // The migration has made a new secret.
      if part.table.name != BackupSource.secretsName { try await copy(part, over: connection) }
      progress.show(reader.counts)
    }
    for counter in reader.contents.counters {
      try await connection.query(
        """
        select setval(
          pg_get_serial_sequence(\(counter.table), \(counter.column)), \(counter.value))
        """,
        until: deadline)
    }
    try await migrator.apply(
      through: EmbeddedMigrations.all.count, inTransactionOf: connection, until: deadline)
  }

  private static func copy(
    _ part: BackupReader.Part, over connection: PostgresConnection
  ) async throws {
    let columns = part.table.columns.joined(separator: ", ")
    do throws(PostgresError) {
      try await connection.copyIn(
        "copy \(part.table.name) (\(columns)) from stdin (format binary)", part.copyFile,
        until: BackupSource.deadline)
    } catch .server(let error) {
      throw BackupError.damaged(part: part.name, offset: part.offset, reason: "\(error)")
    }
  }
}

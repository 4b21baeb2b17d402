import EventLoop
import Postgres

/// The statements that read and write the tables of a backup.
enum BackupSource {
  /// The tables of all migrations, without the list of migrations and `secretsName`.
  static let tableNames = ["access_tokens", "chatt_removals", "chatts", "idempotency_keys"]
  /// The table with the secret of the delete tokens, with which the holder of a backup could delete
  /// any chatt. Backups of earlier versions have it.
  static let secretsName = "secrets"
  /// The timeout of each statement; a table of any realistic size is copied within it.
  static let timeout = Duration.seconds(7 * 86_400)

  static var deadline: Deadline { .after(timeout) }

  /// Makes the transaction that has just begun read one snapshot, without any timeout of a session.
  static func beginSnapshot(on connection: PostgresConnection) async throws {
    try await connection.execute(
      script: """
        set transaction isolation level repeatable read, read only;
        set local statement_timeout = 0;
        set local idle_in_transaction_session_timeout = 0
        """, until: deadline)
  }

  /// Reads what there is to back up, in the snapshot of the caller's transaction.
  ///
  /// Transaction ids have a meaning in one database only: rows get new ones when they are restored.
  static func contents(on connection: PostgresConnection) async throws -> BackupContents {
    var contents = BackupContents()
    let exists = try await connection.query(
      "select to_regclass('schema_migrations') is not null and to_regclass('chatts') is not null",
      until: deadline)
    guard try exists[0].decode(Bool.self, at: 0) else {
      throw VerbError.configuration(
        "the database has no tables of chatterd: check --database or --data-dir")
    }
    for row in try await connection.query(
      "select number, name, encode(sha256, 'hex') from schema_migrations order by number",
      until: deadline)
    {
      let (number, name, digest) = try row.decode(Int.self, String.self, String.self)
      contents.migrations.append(.init(number: number, name: name, digest: digest))
    }
    for name in tableNames {
      for row in try await connection.query(
        """
        select attname::text, attidentity <> '', case when attidentity <> '' then
          pg_sequence_last_value(pg_get_serial_sequence(\(name), attname)::regclass) end
        from pg_attribute
        where attrelid = to_regclass(\(name)) and attnum > 0 and not attisdropped
          and attgenerated = '' and attname <> 'transaction_id'
        order by attnum
        """, until: deadline)
      {
        let (column, isCounted, value) = try row.decode(String.self, Bool.self, Int?.self)
        if contents.tables.last?.name == name, let table = contents.tables.popLast() {
          contents.tables.append(.init(name: name, columns: table.columns + [column]))
        } else {
          contents.tables.append(.init(name: name, columns: [column]))
        }
        if isCounted, let value {
          contents.counters.append(.init(table: name, column: column, value: value))
        }
      }
    }
    return contents
  }

  /// Passes each message of a table's COPY to `body`.
  static func copy(
    _ table: BackupContents.Table, from connection: PostgresConnection,
    _ body: ([UInt8]) async throws -> Void
  ) async throws {
    let columns = table.columns.joined(separator: ", ")
    try await connection.copyOut(
      "copy \(table.name) (\(columns)) to stdout (format binary)", until: deadline, body)
  }
}

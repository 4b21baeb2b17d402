import Postgres
import System

/// What a database reports about itself: whether chatterd can use it, what acknowledged chatts
/// survive there, how many connections it allows, and whether the connection is protected.
struct DatabaseFacts: Sendable {
  /// The version as a number, such as 150018 for 15.18.
  var version = 150_000
  var isStandby = false
  var isReadOnly = false
  var encoding = "UTF8"
  var role = ""
  var schema = "public"
  var mayCreateTables = true
  /// A table of chatterd that the role cannot read and change; nil if there is none.
  var lockedTable: String?
  /// A table of chatterd that is missing; nil if there is none.
  var missingTable: String?
  var syncsFiles = true
  /// The number of attached standbys and other receivers of the write-ahead log.
  var standbyCount = 0
  /// Whether a commit waits for a standby (`synchronous_standby_names`).
  var waitsForStandby = false
  /// The number of connections that this role may open to this database; nil behind a pooler.
  var connectionsAllowed: Int?
  /// Whether the connection crosses a network without TLS.
  var isExposed = false
  /// The states of the migrations, or why they could not be read; only doctor reads them.
  var migrations: [MigrationStatus] = []
  var migrationFailure: String?

  /// What may lose acknowledged chatts or reveal them; deploy/README.md explains each.
  @FaultList var settingFaults: [Fault] {
    if !syncsFiles { Fault(.fsyncOff) }
    if standbyCount > 0, !waitsForStandby {
      Fault(.standbysAsynchronous, ["count": "\(standbyCount)"])
    }
    if isExposed { Fault(.databaseUnencrypted) }
  }
}

extension DatabaseFacts {
  // A limit of -1 means no limit. Without the privilege, columns of pg_stat_replication are null,
  // but the rows are still counted. reserved_connections exists since version 16.
  private static let statement: SQL = """
    select
      current_setting('server_version_num')::int4,
      pg_is_in_recovery(),
      current_setting('default_transaction_read_only')::bool,
      (select pg_encoding_to_char(encoding)::text from pg_database
        where datname = current_database()),
      current_user::text,
      coalesce(current_schema()::text, 'public'),
      coalesce(has_schema_privilege(current_schema()::text, 'create'), false),
      (select relname::text from pg_class
        where relnamespace = (select oid from pg_namespace where nspname = current_schema())
          and relname in ('chatts', 'chatt_removals', 'idempotency_keys', 'schema_migrations')
          and relkind = 'r'
          and not (has_table_privilege(oid, 'select') and (relname = 'schema_migrations'
            or has_table_privilege(oid, 'insert') and has_table_privilege(oid, 'delete')))
        order by relname
        limit 1),
      (select name from unnest(array['chatts', 'chatt_removals', 'idempotency_keys', 'secrets',
          'access_tokens']) as tables (name)
        where to_regclass(name) is null limit 1),
      current_setting('fsync')::bool,
      (select count(*) from pg_stat_replication),
      current_setting('synchronous_standby_names') <> '',
      least(
        current_setting('max_connections')::int8
          - current_setting('superuser_reserved_connections')::int8
          - coalesce(current_setting('reserved_connections', true)::int8, 0),
        (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
        (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user))
    """

  /// Reads all facts but the migrations over a connection; changes nothing.
  init(from connection: PostgresConnection, until deadline: Deadline) async throws(PostgresError) {
    guard let row = try await connection.query(Self.statement, until: deadline).first else {
      throw .unexpectedResponse("no row")
    }
    (
      version, isStandby, isReadOnly, encoding, role, schema, mayCreateTables, lockedTable,
      missingTable, syncsFiles, standbyCount, waitsForStandby, connectionsAllowed
    ) = try row.decode(
      Int.self, Bool.self, Bool.self, String.self, String.self, String.self, Bool.self,
      String?.self, String?.self, Bool.self, Int.self, Bool.self, Int?.self)
    if connection.isPooled { connectionsAllowed = nil }
    isExposed = connection.isExposed
  }
}

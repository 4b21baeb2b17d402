import EventLoop
import Postgres

/// The settings of a named database's server that determine what acknowledged chatts survive and
/// how many connections are allowed, and whether the connection is protected.
struct DatabaseServer: Sendable, Equatable {
  var syncsFiles = true
  var writesFullPages = true
  /// The number of attached standbys and other receivers of the write-ahead log.
  var standbyCount = 0
  /// Whether a commit waits for a standby (`synchronous_standby_names`).
  var waitsForStandby = false
  /// The number of connections that this role may open to this database; nil behind a pooler.
  var connectionsAllowed: Int?

  /// Whether the connection crosses a network without TLS.
  var isExposed = false

  /// What may lose acknowledged chatts or reveal them; deploy/README.md explains each.
  @FaultList var faults: [Fault] {
    if !syncsFiles { Fault(.fsyncOff) }
    if !writesFullPages { Fault(.fullPageWritesOff) }
    if standbyCount > 0, !waitsForStandby {
      Fault(.standbysAsynchronous, ["count": "\(standbyCount)"])
    }
    if isExposed { Fault(.databaseUnencrypted) }
  }
}

extension DatabaseServer {
  // A limit of -1 means no limit. Without the privilege, columns of pg_stat_replication are null,
  // but the rows are still counted. reserved_connections exists since version 16.
  private static let statement: SQL = """
    select
      current_setting('fsync')::bool,
      current_setting('full_page_writes')::bool,
      (select count(*) from pg_stat_replication),
      current_setting('synchronous_standby_names') <> '',
      least(
        current_setting('max_connections')::int8
          - current_setting('superuser_reserved_connections')::int8
          - coalesce(current_setting('reserved_connections', true)::int8, 0),
        (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
        (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user))
    """

  static func read(from connection: PostgresConnection, until deadline: Deadline)
    async throws(PostgresError) -> DatabaseServer
  {
    guard let row = try await connection.query(statement, until: deadline).first else {
      throw .unexpectedResponse("no row")
    }
    let (syncsFiles, writesFullPages, standbyCount, waitsForStandby, allowed) = try row.decode(
      Bool.self, Bool.self, Int.self, Bool.self, Int.self)
    return DatabaseServer(
      syncsFiles: syncsFiles, writesFullPages: writesFullPages, standbyCount: standbyCount,
      waitsForStandby: waitsForStandby,
      connectionsAllowed: connection.isPooled ? nil : allowed, isExposed: connection.isExposed)
  }
}

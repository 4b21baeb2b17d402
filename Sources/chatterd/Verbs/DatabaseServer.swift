import Postgres
import Sockets

/// What a named database's server is set to, as far as it decides what an acknowledged chatt
/// survives and how many connections fit.
struct DatabaseServer: Sendable, Equatable {
  var syncsFiles = true
  var writesFullPages = true
  /// Standbys and other receivers of the write-ahead log that are attached now.
  var standbyCount = 0
  /// Whether a commit waits for a standby (`synchronous_standby_names`).
  var waitsForStandby = false
  /// How many connections this role may open to this database, nil where a pooler decides.
  var connectionsAllowed: Int?

  /// What is worth a warning at the start; deploy/README.md explains each.
  var warnings: [String] {
    var warnings: [String] = []
    if !syncsFiles {
      warnings.append(
        "fsync is off: after a crash of the machine the whole database may be lost; set fsync = on")
    }
    if !writesFullPages {
      warnings.append(
        "full_page_writes is off: after a crash of the machine pages may be half written; set "
          + "full_page_writes = on unless the file system never tears a page")
    }
    if standbyCount > 0, !waitsForStandby {
      warnings.append(
        "standbys are attached (\(standbyCount)) and none is synchronous: a failover may lose "
          + "acknowledged chatts; set synchronous_standby_names")
    }
    return warnings
  }
}

extension DatabaseServer {
  // A limit of -1 is none. What a role may not see of pg_stat_replication is null, but the row is
  // there. Of version 16 and later: reserved_connections.
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

  /// Reads the settings over a connection.
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
      connectionsAllowed: await connection.isPooled ? nil : allowed)
  }
}

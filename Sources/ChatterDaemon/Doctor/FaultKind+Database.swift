extension FaultKind {
  static let databaseAway = FaultKind(
    "database-away", .error, "No database server responds: {reason}.",
    cure: "Start PostgreSQL (systemctl start postgresql), or correct --database.")
  static let databaseSlowToConnect = FaultKind(
    "database-timeout", .error, "The database did not respond within {wait}.",
    cure: "Check the network to it and its load, or raise --database-wait.")
  static let databaseHostUnknown = FaultKind(
    "database-host-unknown", .error, "The database's host has no address: {reason}.",
    cure: "Correct the host in --database or PGHOST, or add it to /etc/hosts.")
  static let databaseStringInvalid = FaultKind(
    "database-string-invalid", .error, "The connection string {origin} is invalid: {reason}.",
    cure: "Write --database postgresql://USER@HOST/NAME, or libpq key=value pairs.")
  static let databasePassword = FaultKind(
    "database-password", .error, "The database refuses the password: {reason}.",
    cure: "Correct the password in --database or ~/.pgpass, or set it: psql -c '\\password ROLE'")
  static let databaseRoleMissing = FaultKind(
    "database-role-missing", .error, "The database does not admit the role: {reason}.",
    cure: "createuser chatterd, and admit the role in pg_hba.conf")
  static let databaseMissing = FaultKind(
    "database-missing", .error, "The database does not exist: {reason}.",
    cure: "createdb --owner=chatterd chatter (with the names from --database)")
  static let databaseForbidden = FaultKind(
    "database-forbidden", .error, "The role must not connect: {reason}.",
    cure: "As its owner: grant connect on database NAME to ROLE")
  static let databaseTLS = FaultKind(
    "database-tls-refused", .error, "No TLS connection to the database: {reason}.",
    cure: "Enable ssl in postgresql.conf, correct sslrootcert, or change sslmode in --database.")
  static let databaseUnencrypted = FaultKind(
    "database-unencrypted", .warning,
    "The connection to the database crosses the network without TLS.",
    cure: "Add sslmode=verify-full to --database.")
  static let databaseFullOfSessions = FaultKind(
    "database-too-many-connections", .error,
    "The database has no connection left: {reason}.",
    cure: "End idle sessions (select * from pg_stat_activity), or raise max_connections.")
  static let databaseRefused = FaultKind(
    "database-refused", .error, "The database cannot be used: {reason}.",
    cure: "Look at PostgreSQL's log: journalctl -u postgresql")
  static let databaseTooOld = FaultKind(
    "database-too-old", .error,
    "The database is PostgreSQL {version}; chatterd needs {oldest} or later.",
    cure: "Upgrade PostgreSQL (pg_upgradecluster, pg_upgrade).")
  static let databaseStandby = FaultKind(
    "database-standby", .error, "The database is a standby in recovery, which only reads.",
    cure: "Name the primary in --database, or all hosts with target_session_attrs=read-write.")
  static let databaseReadOnly = FaultKind(
    "database-read-only", .error, "Transactions in the database are read-only by default.",
    cure: "alter database NAME reset default_transaction_read_only (and the same for the role)")
  static let databaseEncoding = FaultKind(
    "database-encoding", .error, "The encoding of the database is {encoding}, not UTF8.",
    cure: "Create it again: createdb --encoding=UTF8 --template=template0 NAME")
  static let databaseRights = FaultKind(
    "database-rights", .error,
    "The role {role} cannot create tables in the schema {schema}, and migrations are missing.",
    cure: "As the owner: grant create on schema {schema} to {role}")
  static let databaseRightsOnTables = FaultKind(
    "database-rights-on-tables", .error,
    "The role {role} cannot read and change the table {table}.",
    cure: "As the owner: grant select, insert, update, delete on all tables in schema {schema} "
      + "to {role}")
  static let databaseTableMissing = FaultKind(
    "database-table-missing", .error,
    "The table {table} is missing, and the migration that makes it is applied.",
    cure: "Restore a backup into an empty database: chatterd restore FILE")
  static let migrationsMissing = FaultKind(
    "migrations-missing", .notice, "{count} migrations are not applied yet, the first is {file}.",
    cure: "chatterd migrate up (or start the server, which applies them)")
  static let migrationsAhead = FaultKind(
    "migrations-ahead", .error,
    "The database has the migration {file}, which this program does not know.",
    cure: "Install the version of chatterd that wrote it, or a newer one.")
  static let migrationsChanged = FaultKind(
    "migrations-changed", .error, "The migration {file} differs from the one that was applied.",
    cure: "Install the version of chatterd that applied it; do not edit applied migrations.")
  static let migrationsGap = FaultKind(
    "migrations-gap", .error, "The migration {file} is missing, and later ones are applied.",
    cure: "Restore the table schema_migrations from a backup.")
}

// What a database that can be reached says about itself.
extension FaultKind {
  static let fsyncOff = FaultKind(
    "database-fsync-off", .warning,
    "fsync is off: after a crash of its machine the whole database may be lost.",
    cure: "alter system set fsync = on; select pg_reload_conf()")
  static let standbysAsynchronous = FaultKind(
    "database-standbys-asynchronous", .warning,
    "{count} standbys are attached and none is synchronous: a failover may lose chatts.",
    cure: "alter system set synchronous_standby_names = '*'; select pg_reload_conf()")
  static let connectionLimitLow = FaultKind(
    "database-connection-limit", .error, "{reason}.",
    cure: "Lower --database-connections or --loops, or raise max_connections.")
  static let databaseCheckFailed = FaultKind(
    "database-check-failed", .warning, "The database could not be examined: {reason}.",
    cure: "Run chatterd doctor again, and look at PostgreSQL's log.")
}

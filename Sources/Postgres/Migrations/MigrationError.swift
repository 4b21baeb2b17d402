/// The reason why a database was not migrated. It is in the state before the named file.
public enum MigrationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The program's own files are not numbered 1, 2, 3….
  case numbering(expected: Int, found: String)
  case changed(file: String)
  case gap(missing: String)
  case databaseNewer(database: Int, program: Int)
  case lockTimedOut
  case tablesLocked(file: String)
  case endsTransaction(file: String)
  case failed(file: String, ServerError)
  case database(PostgresError)

  /// Whether a later attempt with the same file may succeed.
  var mayPass: Bool {
    if case .tablesLocked = self { return true }
    return false
  }

  public var description: String {
    switch self {
    case .numbering(let expected, let found):
      "migration \(found) is in place of number \(expected): number the files without gaps"
    case .changed(let file):
      "\(file) was changed after it was applied to this database: restore the file and put the "
        + "change into a new one"
    case .gap(let missing):
      "the database lacks \(missing) but has later migrations, so it was changed by hand: repair "
        + "the table schema_migrations"
    case .databaseNewer(let database, let program):
      "the database is at migration \(database), but this program has only \(program): run a newer "
        + "version"
    case .lockTimedOut:
      "another server is migrating this database and did not finish in time: try again later"
    case .tablesLocked(let file):
      "\(file) could not lock its tables in time: end the transactions that hold the locks "
        + "(pg_stat_activity, pg_blocking_pids), or migrate after they have ended"
    case .endsTransaction(let file):
      "\(file) contains COMMIT or ROLLBACK: each file is one transaction and must not end it"
    case .failed(let file, let error): "\(file) failed and was rolled back: \(error)"
    case .database(let error): error.description
    }
  }
}

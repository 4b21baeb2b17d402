enum BackupError: Error, Equatable, CustomStringConvertible {
  case notABackup
  /// A tar archive of an earlier build.
  case oldFormat
  /// What the program that found the damage says.
  case damaged(String)
  /// The migrations of the backup are not those of this program.
  case otherMigrations(String)
  case databaseNotEmpty

  var description: String {
    switch self {
    case .notABackup: "not a backup of chatterd"
    case .oldFormat:
      "this is a backup of an earlier build of chatterd: restore it with the version that made it, "
        + "and make a new one"
    case .damaged(let reason): "the backup is damaged or incomplete (\(reason)): use another one"
    case .otherMigrations(let text): text
    case .databaseNotEmpty:
      "the database has chatts or tokens, or the tables of a newer version: restore into an empty "
        + "database, for example with another --data-dir"
    }
  }
}

/// The reason why a backup is refused.
enum BackupError: Error, Equatable, CustomStringConvertible {
  /// The part of the backup that begins at a byte offset in the file is damaged.
  case damaged(part: String, offset: Int, reason: String)
  /// The file ends inside or before a part.
  case truncated(offset: Int)
  case notABackup
  /// The migrations of the backup are not those of this program.
  case otherMigrations(String)
  case databaseNotEmpty

  var description: String {
    switch self {
    case .damaged(let part, let offset, let reason):
      "the backup is damaged in \(part), which begins at byte \(offset): \(reason); use another "
        + "backup"
    case .truncated(let offset):
      "the backup is incomplete: it ends at byte \(offset); use another backup"
    case .notABackup: "not a backup of chatterd"
    case .otherMigrations(let text): text
    case .databaseNotEmpty:
      "the database has tables of chatterd already: restore into an empty database, for example "
        + "with another --data-dir"
    }
  }
}

internal import Migrations
public import Postgres

/// The migrations of the database, which are in `migrations/`.
public enum EmbeddedMigrations {
  /// In order, numbered from 1 without gaps.
  public static let all = MigrationFiles.all.enumerated().map { index, file in
    Migration(
      number: index + 1, name: file.name, sql: String(decoding: file.sql, as: UTF8.self))
  }
}

public import Postgres

/// The files of `Migrations/`. SwiftPM embeds them in the program as `PackageResources`.
public enum EmbeddedMigrations {
  /// In order, numbered from 1 without gaps.
  public static let all = [
    migration(1, "chatts", PackageResources._001_chatts_sql),
    migration(2, "changes", PackageResources._002_changes_sql),
    migration(3, "idempotency-keys", PackageResources._003_idempotency_keys_sql),
    migration(4, "replica-role", PackageResources._004_replica_role_sql),
    migration(5, "audio-sha256", PackageResources._005_audio_sha256_sql),
    migration(6, "deletion", PackageResources._006_deletion_sql),
    migration(7, "page-indexes", PackageResources._007_page_indexes_sql),
    migration(8, "access-tokens", PackageResources._008_access_tokens_sql),
    migration(9, "words", PackageResources._009_words_sql),
  ]

  private static func migration(_ number: Int, _ name: String, _ sql: [UInt8]) -> Migration {
    Migration(number: number, name: name, sql: String(decoding: sql, as: UTF8.self))
  }
}

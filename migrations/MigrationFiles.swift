/// The files beside this one. SwiftPM embeds them in the program as `PackageResources`.
public enum MigrationFiles {
  /// The names of the files without number and ending, and their contents, in order.
  public static let all: [(name: String, sql: [UInt8])] = [
    ("chatts", PackageResources._001_chatts_sql),
    ("changes", PackageResources._002_changes_sql),
    ("idempotency-keys", PackageResources._003_idempotency_keys_sql),
    ("replica-role", PackageResources._004_replica_role_sql),
    ("audio-sha256", PackageResources._005_audio_sha256_sql),
    ("deletion", PackageResources._006_deletion_sql),
    ("page-indexes", PackageResources._007_page_indexes_sql),
    ("access-tokens", PackageResources._008_access_tokens_sql),
    ("words", PackageResources._009_words_sql),
    ("frequent-words", PackageResources._010_frequent_words_sql),
    ("pending-words", PackageResources._011_pending_words_sql),
  ]
}

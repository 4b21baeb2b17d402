public import Postgres
internal import System

/// The indexes of filters and searches, and the words of messages of earlier versions, which are
/// made beside the posts.
///
/// A migration builds them on a short timeline. On a long one it would block posts until they are
/// complete. Until an index is there, its pages are right but slow.
public enum PageIndexes {
  private static let definitions: KeyValuePairs = [
    "chatts_username_sequence": "(username, sequence)",
    "chatts_audio_sequence": "(sequence) where audio is not null",
    "chatts_words": "using gin (words) with (gin_pending_list_limit = 64)",
  ]
  /// The index of searches of earlier versions, which costs posts time.
  private static let outdated = "chatts_message_words"

  /// The key of the advisory lock: the letters "chattidx".
  private static let lockKey: Int64 = 0x6368_6174_7469_6478
  private static let timeout = Duration.seconds(24 * 3600)
  private static let connectTimeout = Duration.seconds(30)

  /// Builds the indexes that are missing, on a connection of its own, unless another server is
  /// building them. An error is reported, and the next start tries again.
  public static func build(for pool: PostgresPool, observe: (PostgresError) -> Void) async {
    do throws(PostgresError) {
      let connection = try await PostgresConnection.connect(
        pool.configuration, on: pool.loop, until: .after(connectTimeout))
      defer { connection.close() }
      try await build(on: connection, until: .after(timeout))
    } catch {
      observe(error)
    }
  }

  static func build(
    on connection: PostgresConnection, until deadline: Deadline
  ) async throws(PostgresError) {
    // Before the index, which is built faster of all words at once.
    while try await MissingWords.make(on: connection, until: deadline) {}
    let states = try await states(on: connection, until: deadline)
    let missing = definitions.filter { states[$0.key] != true }
    // The lock ends with the session. Behind a pooler, statements of a session may be separated.
    guard !missing.isEmpty || states[outdated] != nil, !connection.isPooled else { return }
    let lock = try await connection.query(
      "select pg_try_advisory_lock(\(lockKey))", until: deadline)
    guard try lock.first?.decode(Bool.self, at: 0) ?? false else { return }
    // The build waits for every transaction that is older.
    try await connection.execute(
      script: "set lock_timeout = 0; set statement_timeout = 0", until: deadline)
    try await connection.execute(
      script: "drop index concurrently if exists \(outdated)", until: deadline)
    for (name, definition) in missing {
      // An interrupted build leaves an index that is not used but slows posts down.
      try await connection.execute(
        script: "drop index concurrently if exists \(name)", until: deadline)
      try await connection.execute(
        script: "create index concurrently \(name) on chatts \(definition)", until: deadline)
    }
    try await connection.query("select pg_advisory_unlock(\(lockKey))", until: deadline)
  }

  private static func states(
    on connection: PostgresConnection, until deadline: Deadline
  ) async throws(PostgresError) -> [String: Bool] {
    let rows = try await connection.query(
      """
      select relname::text, indisvalid from pg_index join pg_class on pg_class.oid = indexrelid
      where indrelid = to_regclass('chatts')
      """, until: deadline)
    var states: [String: Bool] = [:]
    for row in rows {
      let (name, isValid) = try row.decode(String.self, Bool.self)
      states[name] = isValid
    }
    return states
  }
}

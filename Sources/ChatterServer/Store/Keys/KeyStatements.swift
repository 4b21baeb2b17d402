internal import Chatter
internal import Postgres

enum KeyStatements {
  static let lifetime: SQL = "interval '24 hours'"

  /// Stores a chatt and its key in one transaction, unless the key exists and has not expired.
  ///
  /// The statement waits for another transaction with the same key. It returns one row: the
  /// fingerprint, whether the key is new, and the time at which both are created.
  static func insert(_ chatt: NewChatt, id: ChattID, key: PostKey) -> SQL {
    let facts = chatt.audio?.facts
    return """
      with post as (
        select *, \(fingerprint) as fingerprint, clock_timestamp() as created_at
        from (
          values (
            \(PostgresUUID(id)), \(chatt.username), \(chatt.message as String?),
            \(chatt.words as String?)::tsvector,
            \(chatt.audio?.bytes[...] as ArraySlice<UInt8>?), \(facts?.codec.rawValue as String?),
            \(facts?.durationMicroseconds as Int64?), \(facts?.sampleRate as Int?),
            \(facts?.channels as Int?), \(chatt.audioSHA256?[...] as ArraySlice<UInt8>?)
          )
        ) as given (
          id, username, message, words, audio, codec, duration_us, sample_rate, channels,
          audio_sha256
        )
      ), new_key as (
        insert into idempotency_keys as present (
          endpoint, key, fingerprint, chatt_id, created_at
        )
        select \(key.call.rawValue), \(key.text), fingerprint, id, created_at from post
        on conflict (key, endpoint) do update
        set fingerprint = excluded.fingerprint, chatt_id = excluded.chatt_id,
          created_at = excluded.created_at
        where present.created_at < clock_timestamp() - \(lifetime)
        returning true
      ), new_chatt as (
        insert into chatts (
          id, username, message, words, audio, audio_codec, audio_duration_us,
          audio_sample_rate, audio_channels, audio_sha256, created_at
        )
        select
          id, username, message, words, audio, codec, duration_us, sample_rate, channels,
          audio_sha256, created_at
        from post where exists (select from new_key)
      )
      select fingerprint, exists (select from new_key), created_at from post
      """
  }

  /// SHA-256 over the SHA-256 of each field, with 32 zero bytes for a missing field. Posts that
  /// differ only in where one field ends and the next begins have different fingerprints.
  private static let fingerprint: SQL = """
    sha256(
      sha256(convert_to(username, 'UTF8'))
      || coalesce(sha256(convert_to(message, 'UTF8')), decode(repeat('00', 32), 'hex'))
      || coalesce(audio_sha256, sha256(audio), decode(repeat('00', 32), 'hex'))
    )
    """

  /// Selects the fingerprint and the chatt of a key, and the time at which both were created.
  static func find(_ key: PostKey) -> SQL {
    """
    select fingerprint, chatt_id, created_at from idempotency_keys
    where key = \(key.text) and endpoint = \(key.call.rawValue)
    """
  }

  /// Removes some of the expired keys. Skips keys that another server is removing.
  static func removeExpired(atMost countMax: Int) -> SQL {
    """
    delete from idempotency_keys where (key, endpoint) in (
      select key, endpoint from idempotency_keys
      where created_at < clock_timestamp() - \(lifetime)
      order by created_at limit \(countMax) for update skip locked
    )
    """
  }
}

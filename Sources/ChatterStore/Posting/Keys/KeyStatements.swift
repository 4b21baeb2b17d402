internal import Chatter
internal import Postgres

enum KeyStatements {
  static let lifetime: SQL = "interval '24 hours'"

  /// Stores a chatt and its key in one transaction, unless the key exists and has not expired.
  ///
  /// The statement waits for another transaction with the same key. It returns one row: the
  /// fingerprint, whether the key is new, and the time at which both are created.
  static func insert(_ chatt: NewChatt, id: ChattID, key: PostKey) -> SQL {
    let columns = ChattStatements.columns
    return """
      with post as (
        select *, \(fingerprint) as fingerprint, clock_timestamp() as created_at
        from (values (\(ChattStatements.values(chatt, id: id)))) as given (\(columns))
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
        insert into chatts (\(columns), created_at)
        select \(columns), created_at from post where exists (select from new_key)
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
}

public import Postgres
public import System

/// How much is stored.
public struct TimelineTotals: Sendable, Equatable {
  public let chatts: Int
  public let clips: Int
  /// The bytes of all clips.
  public let clipBytes: Int
  /// The size of the database, with its indexes.
  public let databaseBytes: Int

  /// Measures: reads all rows, but not their clips.
  public static func read(
    from pool: PostgresPool, until deadline: Deadline
  ) async throws(PostgresError) -> TimelineTotals {
    let rows = try await pool.query(
      """
      select count(*), count(audio_bytes), coalesce(sum(audio_bytes), 0)::int8,
        pg_database_size(current_database())
      from chatts
      """, until: deadline)
    guard let row = rows.first else { throw .unexpectedResponse("no row") }
    let (chatts, clips, clipBytes, databaseBytes) = try row.decode(
      Int.self, Int.self, Int.self, Int.self)
    return TimelineTotals(
      chatts: chatts, clips: clips, clipBytes: clipBytes, databaseBytes: databaseBytes)
  }
}

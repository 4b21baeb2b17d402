public import Chatter
public import EventLoop
public import Postgres

/// Deletes the chatts of a selection in batches, each in a transaction of its own.
///
/// The triggers of the table tell all servers, as they do for a chatt that a client deletes.
public struct ChattDeletion: Sendable {
  /// What was counted or deleted.
  public struct Count: Sendable, Hashable {
    public var chatts = 0
    public var clips = 0
    /// The bytes of the clips.
    public var clipBytes = 0

    public init() {}
  }

  /// Maximum number of chatts that one statement deletes, so that it blocks nobody for long.
  public static let rowsMax = 256
  /// The timeout of a statement; counting may read all rows.
  static let timeout = Duration.seconds(300)

  let selection: ChattSelection
  /// The highest sequence number that was deleted: the next batch begins after it.
  private var last = Int64.min

  public init(_ selection: ChattSelection) {
    self.selection = selection
  }

  /// Counts the chatts of the selection.
  public func count(on connection: PostgresConnection) async throws(PostgresError) -> Count {
    let statement: SQL = """
      select count(*), count(audio_bytes), coalesce(sum(audio_bytes), 0)::int8
      from chatts where \(selection.condition)
      """
    var count = Count()
    let rows = try await connection.query(statement, until: .after(Self.timeout))
    guard let row = rows.first else { return count }
    (count.chatts, count.clips, count.clipBytes) = try row.decode(Int.self, Int.self, Int.self)
    return count
  }

  /// Returns the ids of the selection that no chatt has, in the order given.
  public func unknownIDs(
    on connection: PostgresConnection
  ) async throws(PostgresError) -> [ChattID] {
    guard let ids = selection.ids else { return [] }
    var unknown: [ChattID] = []
    for id in ids {
      let statement: SQL = "select count(*) from chatts where id = \(PostgresUUID(id))"
      let rows = try await connection.query(statement, until: .after(Self.timeout))
      if try rows.first?.decode(Int.self, at: 0) == 0 { unknown.append(id) }
    }
    return unknown
  }

  /// Deletes the next batch; nil if nothing is left.
  public mutating func deleteBatch(
    on connection: PostgresConnection
  ) async throws(PostgresError) -> Count? {
    let statement: SQL = """
      with chosen as materialized (
        select sequence from chatts
        where sequence > \(last) and \(selection.condition)
        order by sequence limit \(Self.rowsMax)
      ), removed as (
        delete from chatts where sequence in (select sequence from chosen)
        returning audio_bytes
      )
      select (select max(sequence) from chosen), count(*), count(audio_bytes),
        coalesce(sum(audio_bytes), 0)::int8
      from removed
      """
    let rows = try await connection.query(statement, until: .after(Self.timeout))
    guard let row = rows.first else { return nil }
    let (highest, chatts, clips, bytes) = try row.decode(
      Int64?.self, Int.self, Int.self, Int.self)
    guard let highest else { return nil }
    last = highest
    var count = Count()
    (count.chatts, count.clips, count.clipBytes) = (chatts, clips, bytes)
    return count
  }
}

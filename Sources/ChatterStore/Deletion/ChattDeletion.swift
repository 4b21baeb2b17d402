public import Chatter
public import Postgres
internal import System

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

    public static func += (count: inout Count, other: Count) {
      count.chatts += other.chatts
      count.clips += other.clips
      count.clipBytes += other.clipBytes
    }
  }

  /// Maximum number of chatts that one statement deletes, so that it blocks nobody for long, and
  /// maximum size of their clips in bytes, apart from the first one.
  static let (rowsMax, bytesMax) = (256, 64 << 20)
  /// The timeout of a statement; counting may read all rows.
  private static let timeout = Duration.seconds(300)

  private let selection: ChattSelection
  /// The sequence numbers after which the next batch begins, and up to which chatts are deleted:
  /// those posted after the count stay.
  private var (last, end) = (Int64.min, Int64.min)

  public init(_ selection: ChattSelection) {
    self.selection = selection
  }

  /// Counts the chatts of the selection, which are then to be deleted.
  public mutating func count(on connection: PostgresConnection) async throws(PostgresError) -> Count
  {
    let rows = try await connection.query(
      """
      select max(sequence), count(*), count(audio_bytes), coalesce(sum(audio_bytes), 0)::int8
      from chatts where \(selection.condition)
      """, until: .after(Self.timeout))
    let (highest, count) = try Self.read(rows)
    end = highest ?? .min
    return count
  }

  /// Returns the ids of the selection that no chatt has, in the order given.
  public func unknownIDs(
    on connection: PostgresConnection
  ) async throws(PostgresError) -> [ChattID] {
    let rows = try await connection.query(
      """
      select given.id
      from unnest(\(selection.ids.map { PostgresUUID($0) })) with ordinality as given (id, place)
      where not exists (select from chatts where chatts.id = given.id) order by place
      """, until: .after(Self.timeout))
    return try rows.map { row throws(PostgresError) in
      ChattID(try row.decode(PostgresUUID.self, at: 0))
    }
  }

  /// Deletes the next batch; nil if nothing is left.
  public mutating func deleteBatch(
    on connection: PostgresConnection
  ) async throws(PostgresError) -> Count? {
    let rows = try await connection.query(
      """
      with found as materialized (
        select sequence, audio_bytes from chatts
        where sequence > \(last) and sequence <= \(end) and \(selection.condition)
        order by sequence limit \(Self.rowsMax)
      ), chosen as materialized (
        select sequence from (
          select sequence, sum(coalesce(audio_bytes, 0)) over (order by sequence)
            - coalesce(audio_bytes, 0) as bytes_before
          from found
        ) as numbered where bytes_before < \(Self.bytesMax)
      ), removed as (
        delete from chatts where sequence in (select sequence from chosen) returning audio_bytes
      )
      select (select max(sequence) from chosen), count(*), count(audio_bytes),
        coalesce(sum(audio_bytes), 0)::int8
      from removed
      """, until: .after(Self.timeout))
    let (highest, count) = try Self.read(rows)
    guard let highest else { return nil }
    last = highest
    return count
  }

  private static func read(_ rows: RowSet) throws(PostgresError) -> (Int64?, Count) {
    guard let row = rows.first else { throw .unexpectedResponse("no row") }
    var count = Count()
    count.chatts = try row.decode(Int.self, at: 1)
    count.clips = try row.decode(Int.self, at: 2)
    count.clipBytes = try row.decode(Int.self, at: 3)
    return (try row.decode(Int64?.self, at: 0), count)
  }
}

/// The chatts that an operator chooses: those that meet all conditions.
public struct ChattSelection: Sendable, Hashable {
  /// The ids; empty for all.
  public var ids: [ChattID]
  /// The user who posted them; nil for all.
  public var username: String?
  /// The time before which they were posted; nil for all.
  public var before: Timestamp?

  public init(ids: [ChattID] = [], username: String? = nil, before: Timestamp? = nil) {
    (self.ids, self.username, self.before) = (ids, username, before)
  }

  /// Whether there is no condition.
  public var isEmpty: Bool { ids.isEmpty && username == nil && before == nil }

  /// The condition on a row; false without conditions, so that nothing is deleted by mistake.
  var condition: SQL {
    var conditions: [SQL] = []
    if !ids.isEmpty { conditions.append("id = any(\(ids.map { PostgresUUID($0) }))") }
    if let username { conditions.append("username = \(username)") }
    if let before {
      let time = before.microsecondsSince1970
      conditions.append("created_at < timestamptz 'epoch' + \(time) * interval '1 microsecond'")
    }
    return conditions.isEmpty ? "false" : SQL.joined(conditions, separator: " and ")
  }
}

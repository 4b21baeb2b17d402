public import Chatter
public import Postgres
internal import System

/// Reads all chatts for an export or a check, and stores those of an import.
public enum ChattTransfer {
  /// A chatt of an export, without the bytes of its clip.
  public struct Row: Sendable {
    public let sequence: Int64
    public let id: ChattID
    public let username: String
    public let message: String?
    public let createdAt: Timestamp
    public let hasClip: Bool
  }

  /// A clip, and what is stored beside it.
  public struct Clip: Sendable {
    public let bytes: [UInt8]
    public let sha256: [UInt8]?
    let codec: String?
    let durationMicroseconds: Int64?
    let sampleRate: Int?
    let channels: Int?

    /// Whether the facts beside the clip are these.
    public func states(_ facts: AudioFacts) -> Bool {
      codec == facts.codec.rawValue && durationMicroseconds == facts.durationMicroseconds
        && sampleRate == facts.sampleRate && channels == facts.channels
    }
  }

  /// Maximum number of rows that are read at once; a message has at most 16 MiB.
  private static let rowsMax = 100
  private static let timeout = Duration.seconds(300)

  /// Returns the next chatts after a sequence number, oldest first; none at the end.
  public static func rows(
    after sequence: Int64, on connection: PostgresConnection
  ) async throws(PostgresError) -> [Row] {
    let rows = try await connection.query(
      """
      select sequence, id, username, message,
        (extract(epoch from created_at) * 1000000)::int8, audio is not null
      from chatts where sequence > \(sequence) order by sequence limit \(rowsMax)
      """, until: .after(timeout))
    return try rows.map { row throws(PostgresError) in
      Row(
        sequence: try row.decode(Int64.self, at: 0),
        id: ChattID(try row.decode(PostgresUUID.self, at: 1)),
        username: try row.decode(String.self, at: 2),
        message: try row.decode(String?.self, at: 3),
        createdAt: Timestamp(clamping: try row.decode(Int64.self, at: 4)),
        hasClip: try row.decode(Bool.self, at: 5))
    }
  }

  /// Returns the clip of a chatt; nil if there is none.
  public static func clip(
    at sequence: Int64, on connection: PostgresConnection
  ) async throws(PostgresError) -> Clip? {
    let rows = try await connection.query(
      """
      select audio, audio_sha256, audio_codec, audio_duration_us::int8, audio_sample_rate::int8,
        audio_channels::int8
      from chatts where sequence = \(sequence) and audio is not null
      """, until: .after(timeout))
    return try rows.first.map { row throws(PostgresError) in
      Clip(
        bytes: try row.decode([UInt8].self, at: 0), sha256: try row.decode([UInt8]?.self, at: 1),
        codec: try row.decode(String?.self, at: 2),
        durationMicroseconds: try row.decode(Int64?.self, at: 3),
        sampleRate: try row.decode(Int?.self, at: 4), channels: try row.decode(Int?.self, at: 5))
    }
  }

  /// Stores a chatt with its id and its time, unless there is one with this id; returns whether it
  /// was stored. Without a time it gets the current one.
  public static func store(
    _ chatt: NewChatt, id: ChattID, createdAt: Timestamp?, on connection: PostgresConnection
  ) async throws(PostgresError) -> Bool {
    let microseconds = createdAt?.microsecondsSince1970
    let rows = try await connection.query(
      """
      insert into chatts (\(ChattStatements.columns), created_at) values (
        \(ChattStatements.values(chatt, id: id)),
        coalesce(
          timestamptz 'epoch' + \(microseconds as Int64?) * interval '1 microsecond',
          clock_timestamp())
      ) on conflict (id) do nothing returning 1
      """, until: .after(timeout))
    return rows.first != nil
  }
}

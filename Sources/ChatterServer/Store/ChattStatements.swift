internal import Chatter
internal import Postgres

/// The statements of the timeline. The schema is in `migrations/`.
enum ChattStatements {
  /// Inserts one chatt.
  ///
  /// - Parameter mayBeStored: whether an earlier attempt with the same id has an unknown outcome.
  ///   The check for it takes a tenth of the time of an insert.
  static func insert(_ chatt: NewChatt, id: ChattID, mayBeStored: Bool) -> SQL {
    guard let clip = chatt.audio else {
      let insert: SQL = """
        insert into chatts (id, username, message)
        values (\(PostgresUUID(id)), \(chatt.username), \(chatt.message as String?))
        """
      return mayBeStored ? "\(insert) \(unlessStored)" : insert
    }
    // `as` marks the null as intended: the compiler warns about optional values in an
    // interpolation.
    let insert: SQL = """
      insert into chatts (
        id, username, message, audio, audio_codec, audio_duration_us, audio_sample_rate,
        audio_channels, audio_sha256
      ) values (
        \(PostgresUUID(id)), \(chatt.username), \(chatt.message as String?), \(clip.bytes[...]),
        \(clip.facts.codec.rawValue), \(clip.facts.durationMicroseconds),
        \(clip.facts.sampleRate), \(clip.facts.channels),
        \(chatt.audioSHA256?[...] as ArraySlice<UInt8>?)
      )
      """
    return mayBeStored ? "\(insert) \(unlessStored)" : insert
  }

  private static let unlessStored: SQL = "on conflict (id) do nothing"

  /// Inserts chatts without clips, in one statement whose text is the same for any number of them.
  static func insert(texts posts: [BatchInsert.Post], mayBeStored: Bool) -> SQL {
    let insert: SQL = """
      insert into chatts (id, username, message)
      select id, username, message
      from unnest(
        \(posts.map { PostgresUUID($0.id) }), \(posts.map(\.chatt.username)),
        \(posts.map(\.chatt.message))
      ) with ordinality as post (id, username, message, place)
      order by place
      """
    return mayBeStored ? "\(insert) \(unlessStored)" : insert
  }
}

extension PostgresUUID {
  init(_ id: ChattID) {
    self.init(high: id.high, low: id.low)
  }
}

extension AudioFacts {
  /// The duration in whole microseconds, as the database stores it.
  var durationMicroseconds: Int64 {
    let (seconds, attoseconds) = duration.components
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000)
    return overflows ? .max : whole &+ attoseconds / 1_000_000_000_000
  }
}

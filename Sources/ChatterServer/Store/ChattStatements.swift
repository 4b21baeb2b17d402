internal import Chatter
internal import Postgres

/// The statements of the timeline; the schema they speak of is in `migrations/`.
enum ChattStatements {
  static func insert(_ chatt: NewChatt, id: ChattID) -> SQL {
    let facts = chatt.audio?.facts
    // `as` says that null is meant: the compiler warns of optional values in any interpolation.
    return """
      insert into chatts (
        id, username, message, audio, audio_codec, audio_duration_us, audio_sample_rate,
        audio_channels
      ) values (
        \(PostgresUUID(id)), \(chatt.username), \(chatt.message as String?),
        \(chatt.audio?.bytes[...] as ArraySlice<UInt8>?), \(facts?.codec.rawValue as String?),
        \(facts?.durationMicroseconds as Int64?), \(facts?.sampleRate as Int?),
        \(facts?.channels as Int?)
      ) on conflict (id) do nothing
      """
  }

  /// Chatts without clips, in one statement whose text is the same for any number of them.
  static func insert(texts posts: [BatchInsert.Post]) -> SQL {
    """
    insert into chatts (id, username, message)
    select id, username, message
    from unnest(
      \(posts.map { PostgresUUID($0.id) }), \(posts.map(\.chatt.username)),
      \(posts.map(\.chatt.message))
    ) with ordinality as post (id, username, message, place)
    order by place
    on conflict (id) do nothing
    """
  }
}

extension PostgresUUID {
  init(_ id: ChattID) {
    self.init(high: id.high, low: id.low)
  }
}

extension AudioFacts {
  /// Whole microseconds, as the database keeps it.
  var durationMicroseconds: Int64 {
    let (seconds, attoseconds) = duration.components
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000)
    return overflows ? .max : whole &+ attoseconds / 1_000_000_000_000
  }
}

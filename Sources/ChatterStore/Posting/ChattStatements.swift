internal import Chatter
internal import Postgres

/// The statements that store chatts. The schema is in `Migrations/`.
enum ChattStatements {
  struct Post {
    let id: ChattID
    let chatt: NewChatt
  }

  /// Returns the statements that insert chatts in order of arrival, and return their ids and times.
  ///
  /// Consecutive chatts without a clip share one statement, which costs the server a third of
  /// separate statements.
  ///
  /// - Parameter mayBeStored: whether earlier attempts with the same ids have an unknown outcome.
  ///   The check for it takes a tenth of the time of an insert.
  static func insert(_ posts: [Post], mayBeStored: Bool) -> [SQL] {
    var statements: [SQL] = []
    var texts: [Post] = []
    func append(_ statement: SQL) {
      statements.append(
        """
        \(statement) \(mayBeStored ? "on conflict (id) do nothing" as SQL : "")
        returning id, created_at
        """)
    }
    func appendTexts() {
      guard let first = texts.first else { return }
      append(texts.count == 1 ? insert(text: first) : insert(texts: texts))
      texts.removeAll()
    }
    for post in posts {
      if post.chatt.audio != nil {
        appendTexts()
        append("insert into chatts (\(columns)) values (\(values(post.chatt, id: post.id)))")
      } else {
        texts.append(post)
      }
    }
    appendTexts()
    if mayBeStored {
      // In a statement of its own, which sees what an earlier attempt committed in the meantime.
      statements.append(
        "select id, created_at from chatts where id = any(\(posts.map { PostgresUUID($0.id) }))")
    }
    return statements
  }

  /// Returns the statement that limits the time of each later one of the transaction. Waiting for
  /// the disk at its end is not limited.
  static func limit(_ timeout: Duration) -> SQL {
    let milliseconds = "\(max(1, Int(timeout / .milliseconds(1))))"
    return "select set_config('statement_timeout', \(milliseconds), true)"
  }

  static func stored(in results: some Sequence<RowSet>) throws(PostgresError) -> [PostedChatt] {
    try results.joined().map { row throws(PostgresError) in
      let id = ChattID(try row.decode(PostgresUUID.self, at: 0))
      return PostedChatt(id, try row.decode(PostgresTimestamp.self, at: 1))
    }
  }

  private static func insert(text post: Post) -> SQL {
    """
    insert into chatts (id, username, message, words)
    values (
      \(PostgresUUID(post.id)), \(post.chatt.username), \(post.chatt.message as String?),
      \(post.chatt.words as String?)::tsvector
    )
    """
  }

  /// The text of the statement is the same for any number of posts.
  private static func insert(texts posts: [Post]) -> SQL {
    """
    insert into chatts (id, username, message, words)
    select id, username, message, words::tsvector
    from unnest(
      \(posts.map { PostgresUUID($0.id) }), \(posts.map(\.chatt.username)),
      \(posts.map(\.chatt.message)), \(posts.map(\.chatt.words))
    ) with ordinality as post (id, username, message, words, place)
    order by place
    """
  }

  /// The columns of a chatt with its clip.
  static let columns: SQL = """
    id, username, message, words, audio, audio_codec, audio_duration_us, audio_sample_rate,
      audio_channels, audio_sha256
    """

  /// Returns the values of these columns. The clip is sent without copying it.
  static func values(_ chatt: NewChatt, id: ChattID) -> SQL {
    let facts = chatt.audio?.facts
    // `as` marks the null as intended: the compiler warns about optional values.
    return """
      \(PostgresUUID(id)), \(chatt.username), \(chatt.message as String?),
        \(chatt.words as String?)::tsvector,
        \(chatt.audio?.bytes[...] as ArraySlice<UInt8>?), \(facts?.codec.rawValue as String?),
        \(facts?.durationMicroseconds as Int64?), \(facts?.sampleRate as Int?),
        \(facts?.channels as Int?), \(chatt.audioSHA256?[...] as ArraySlice<UInt8>?)
      """
  }
}

extension PostgresUUID {
  init(_ id: ChattID) {
    self.init(high: id.high, low: id.low)
  }
}

extension AudioFacts {
  /// The duration in whole microseconds, as the database stores it.
  var durationMicroseconds: Int64 { Int64(clamping: duration.attoseconds / 1_000_000_000_000) }
}

extension PostedChatt {
  init(_ id: ChattID, _ time: PostgresTimestamp) {
    self.init(id: id, createdAt: Timestamp(time))
  }
}

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
      if let clip = post.chatt.audio {
        appendTexts()
        append(insert(post, with: clip))
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
    var stored: [PostedChatt] = []
    for row in results.joined() {
      let id = ChattID(try row.decode(PostgresUUID.self, at: 0))
      stored.append(PostedChatt(id, try row.decode(PostgresTimestamp.self, at: 1)))
    }
    return stored
  }

  private static func insert(text post: Post) -> SQL {
    // `as` marks the null as intended: the compiler warns about optional values.
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

  /// The clip is sent without copying it.
  private static func insert(_ post: Post, with clip: AudioClip) -> SQL {
    """
    insert into chatts (
      id, username, message, words, audio, audio_codec, audio_duration_us, audio_sample_rate,
      audio_channels, audio_sha256
    ) values (
      \(PostgresUUID(post.id)), \(post.chatt.username), \(post.chatt.message as String?),
      \(post.chatt.words as String?)::tsvector,
      \(clip.bytes[...]), \(clip.facts.codec.rawValue), \(clip.facts.durationMicroseconds),
      \(clip.facts.sampleRate), \(clip.facts.channels),
      \(post.chatt.audioSHA256?[...] as ArraySlice<UInt8>?)
    )
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

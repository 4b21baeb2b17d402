internal import Chatter
internal import EventLoop
internal import Postgres

extension ListReader {
  func chatt(_ id: ChattID, for client: String) async throws -> StoredChatt? {
    try await fetch(StoredChattStatements.chatt(id), for: client) { row throws(PostgresError) in
      try StoredChatt(row, from: StoredChattStatements.firstColumn)
    }.first
  }

  func page(_ query: PageQuery, for client: String) async throws -> ChattPage {
    let statement = PageStatements.page(query)
    guard query.search == nil else {
      return try await searches.run(for: client, with: self, on: pool.loop) {
        reader throws(ReadError) in
        try await reader.search(statement, for: query)
      }
    }
    return try await self.query(statement, for: client) { rows throws(PostgresError) in
      try ChattPage(rows, for: query)
    }
  }

  /// Searches what has words, which is everything but a moment after other programs have written.
  private func search(
    _ statement: SQL, for query: PageQuery
  ) async throws(ReadError) -> ChattPage {
    let deadline = Deadline.after(limits.searchTimeout)
    return try await preparingAgain {
      try await pool.withConnection(until: deadline) { connection in
        while try await MissingWords.make(on: connection, until: deadline) {}
        return try ChattPage(try await connection.query(statement, until: deadline), for: query)
      }
    }
  }

  func clip(
    of chatt: StoredChatt, at range: Range<Int>, for client: String
  ) async throws -> [UInt8]? {
    let statement = StoredChattStatements.clip(of: chatt, at: range)
    return try await fetch(statement, for: client) { row throws(PostgresError) in
      try row.decode([UInt8]?.self, at: 0)
    }.first
  }

  func delete(_ id: ChattID, for client: String) async throws -> Bool {
    try await fetch(StoredChattStatements.delete(id), for: client) { row throws(PostgresError) in
      try row.decode(Bool.self, at: 0)
    }.first != nil
  }

  func changes(
    since position: EventPosition, upTo horizon: PostgresSnapshot, for client: String
  ) async throws -> EventBatch {
    let statement = EventStatements.changes(since: position, upTo: horizon)
    return try await query(statement, for: client) { rows throws(PostgresError) in
      try EventBatch(rows, upTo: horizon)
    }
  }

  func deleteSecret() async throws -> [UInt8] {
    let secrets = try await fetch(StoredChattStatements.deleteSecret) { row throws(PostgresError) in
      try row.decode([UInt8].self, at: 0)
    }
    guard let secret = secrets.first else { throw ReadError.malformed("no secret") }
    return secret
  }
}

enum StoredChattStatements {
  /// The columns of a chatt, without its clip.
  ///
  /// Clips that were posted before the server stored their SHA-256 have it computed here.
  static func columns(message: SQL = "message") -> SQL {
    """
    username, \(message), id, created_at, transaction_id, audio_codec, audio_duration_us,
      audio_sample_rate, audio_channels, audio_bytes, coalesce(audio_sha256, sha256(audio))
    """
  }
  /// The first of these columns in the result of `chatt`.
  static let firstColumn = 1

  /// Selects a chatt; one row in which all columns are null if there is none.
  static func chatt(_ id: ChattID) -> SQL {
    """
    select \(ListStatements.refusal) end, chatt.*
    from (select 1) as here left join (
      select \(columns()) from chatts where id = \(PostgresUUID(id))
    ) as chatt on true
    """
  }

  static func delete(_ id: ChattID) -> SQL {
    "delete from chatts where id = \(PostgresUUID(id)) returning true"
  }

  static let deleteSecret: SQL = "select secret from secrets where name = 'delete-token'"

  static func clip(of chatt: StoredChatt, at range: Range<Int>) -> SQL {
    """
    select substring(
      audio from \(Int32(clamping: range.lowerBound + 1)) for \(Int32(clamping: range.count)))
    from chatts where id = \(PostgresUUID(chatt.id)) and transaction_id = \(chatt.transaction)
    """
  }
}

extension StoredChatt {
  /// Decodes the columns of `StoredChattStatements`; nil for a row that cannot be shown.
  init?(_ row: Row, from first: Int) throws(PostgresError) {
    guard let chatt = Chatt(row, from: first), let id = chatt.id, let username = chatt.username,
      let createdAt = chatt.date
    else { return nil }
    self.init(
      id: id, username: username, message: chatt.message, createdAt: createdAt,
      transaction: try row.decode(PostgresTransactionID.self, at: first + 4))
    guard let name = try row.decode(String?.self, at: first + 5) else { return }
    guard let codec = AudioCodec(rawValue: name) else { return nil }
    clip = Clip(
      facts: AudioFacts(
        duration: .microseconds(try row.decode(Int64.self, at: first + 6)), codec: codec,
        sampleRate: try row.decode(Int.self, at: first + 7),
        channels: try row.decode(Int.self, at: first + 8),
        byteCount: try row.decode(Int.self, at: first + 9)),
      sha256: try row.decode([UInt8].self, at: first + 10))
  }
}

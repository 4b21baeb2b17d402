public import Chatter
public import Postgres
internal import System

/// Reads and deletes chatts. Statements take turns with those of other clients, by their addresses.
public protocol ChattSource {
  /// Returns a chatt; nil if there is none with this id.
  func chatt(_ id: ChattID, for client: String) async throws -> StoredChatt?

  /// Returns a page of the timeline.
  func page(_ query: PageQuery, for client: String) async throws -> ChattPage

  /// Returns the bytes of a clip at some positions; nil if its chatt is gone or was written again.
  func clip(
    of chatt: StoredChatt, at range: Range<Int>, for client: String
  ) async throws -> [UInt8]?

  /// Deletes a chatt; returns whether it was there.
  func delete(_ id: ChattID, for client: String) async throws -> Bool

  /// Returns the first changes after a position, up to a snapshot.
  func changes(
    since position: EventPosition, upTo horizon: PostgresSnapshot, for client: String
  ) async throws -> EventBatch

  /// Returns the secret of the tokens that delete chatts, 32 bytes.
  func deleteSecret() async throws -> [UInt8]
}

/// Reads and deletes chatts over the connections of one loop, on which it lives.
public final class ChattReader: ChattSource {
  private static let statementTimeout = Duration.seconds(30)
  /// Timeout of a search, whose client types the next letter soon.
  static let searchTimeout = Duration.seconds(1)
  /// Maximum number of attempts of a statement whose prepared form may be outdated.
  private static let attemptsMax = 3

  package let pool: PostgresPool
  /// Limits the number of concurrent reads, which leaves connections to posts and polls.
  private let fetches: AsyncSemaphore
  /// Limits the number of concurrent searches, which leaves connections to other reads.
  let searches: AsyncSemaphore
  private let observe: @Sendable (PostgresError) -> Void

  /// Creates the reader of one loop. `observe` receives the error of every failed statement.
  public init(_ pool: PostgresPool, observe: @escaping @Sendable (PostgresError) -> Void) {
    (self.pool, self.observe) = (pool, observe)
    let connectionsMax = pool.limits.connectionsMax
    fetches = AsyncSemaphore(countMax: max(1, connectionsMax - 2))
    let searchesMax = max(1, connectionsMax / 4)
    searches = AsyncSemaphore(countMax: searchesMax, shareMax: max(1, searchesMax / 2))
  }

  public func chatt(_ id: ChattID, for client: String) async throws -> StoredChatt? {
    // If there is none, one row in which all columns are null: a standby refuses that, too.
    let statement: SQL = """
      select \(ListStatements.refusal) end, chatt.*
      from (select 1) as here left join (
        select \(StoredChatt.columns()) from chatts where id = \(PostgresUUID(id))
      ) as chatt on true
      """
    return try await fetch(statement, for: client) { row throws(PostgresError) in
      try StoredChatt(row, from: 1)
    }.first
  }

  public func page(_ query: PageQuery, for client: String) async throws -> ChattPage {
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
    let deadline = Deadline.after(Self.searchTimeout)
    return try await preparingAgain {
      try await pool.withConnection(until: deadline) { connection in
        while try await MissingWords.make(on: connection, until: deadline) {}
        return try ChattPage(try await connection.query(statement, until: deadline), for: query)
      }
    }
  }

  public func clip(
    of chatt: StoredChatt, at range: Range<Int>, for client: String
  ) async throws -> [UInt8]? {
    let statement: SQL = """
      select substring(
        audio from \(Int32(clamping: range.lowerBound + 1)) for \(Int32(clamping: range.count)))
      from chatts where id = \(PostgresUUID(chatt.id)) and transaction_id = \(chatt.transaction)
      """
    return try await fetch(statement, for: client) { row throws(PostgresError) in
      try row.decode([UInt8]?.self, at: 0)
    }.first
  }

  package func batch(
    _ range: OlderBatch.Range, ids: ListProfile.IDs, for client: String
  ) async throws(ReadError) -> OlderBatch {
    try await fetches.run(for: client, with: self, on: pool.loop) { reader throws(ReadError) in
      let deadline = Deadline.after(Self.statementTimeout)
      return try await reader.preparingAgain {
        try await reader.pool.withConnection(until: deadline) { connection in
          try await OlderBatch(range, ids: ids, on: connection, until: deadline)
        }
      }
    }
  }

  public func delete(_ id: ChattID, for client: String) async throws -> Bool {
    let statement: SQL = "delete from chatts where id = \(PostgresUUID(id)) returning true"
    return try await fetch(statement, for: client) { row throws(PostgresError) in
      try row.decode(Bool.self, at: 0)
    }.first != nil
  }

  public func changes(
    since position: EventPosition, upTo horizon: PostgresSnapshot, for client: String
  ) async throws -> EventBatch {
    let statement = EventBatch.changes(since: position, upTo: horizon)
    return try await query(statement, for: client) { rows throws(PostgresError) in
      try EventBatch(rows, upTo: horizon)
    }
  }

  public func deleteSecret() async throws -> [UInt8] {
    let secrets = try await fetch("select secret from secrets where name = 'delete-token'") {
      row throws(PostgresError) in try row.decode([UInt8].self, at: 0)
    }
    guard let secret = secrets.first else { throw ReadError.malformed("no secret") }
    return secret
  }

  /// Whether all migrations have been applied.
  package func isMigrated() async throws(ReadError) -> Bool {
    let count = Int32(EmbeddedMigrations.all.count)
    let results = try await fetch("select count(*) >= \(count) from schema_migrations") {
      row throws(PostgresError) in try row.decode(Bool.self, at: 0)
    }
    return results == [true]
  }

  // MARK: Statements

  /// Runs a body again if a prepared statement is outdated. The statement is then prepared again.
  package func preparingAgain<Value>(
    _ body: () async throws -> Value
  ) async throws(ReadError) -> Value {
    var attempts = 1
    while true {
      do {
        return try await body()
      } catch let error as PostgresError {
        attempts += 1
        if error.isOutdatedStatement, attempts <= Self.attemptsMax { continue }
        observe(error)
        throw ReadError(error)
      } catch {
        throw .cancelled
      }
    }
  }

  package func query<Value>(
    _ statement: SQL, _ read: (RowSet) async throws(PostgresError) -> Value
  ) async throws(ReadError) -> Value {
    do throws(PostgresError) {
      return try await read(try await pool.query(statement, until: .after(Self.statementTimeout)))
    } catch {
      observe(error)
      throw ReadError(error)
    }
  }

  /// Runs a statement and reads its rows. Rows for which `read` returns nil are left out.
  package func fetch<Value: Sendable>(
    _ statement: SQL, _ read: (Row) throws(PostgresError) -> Value?
  ) async throws(ReadError) -> [Value] {
    try await query(statement) { rows throws(PostgresError) in
      var values: [Value] = []
      for row in rows {
        if let value = try read(row) { values.append(value) }
      }
      return values
    }
  }

  /// Does the same in rotation with the statements of other addresses.
  package func fetch<Value: Sendable>(
    _ statement: SQL, for client: String,
    _ read: @escaping @Sendable (Row) throws(PostgresError) -> Value?
  ) async throws(ReadError) -> [Value] {
    try await fetches.run(for: client, with: self, on: pool.loop) { reader throws(ReadError) in
      try await reader.fetch(statement, read)
    }
  }

  /// Runs a statement in rotation with those of other addresses, and reads its result.
  package func query<Value: Sendable>(
    _ statement: SQL, for client: String,
    _ read: @escaping @Sendable (RowSet) async throws(PostgresError) -> Value
  ) async throws(ReadError) -> Value {
    try await fetches.run(for: client, with: self, on: pool.loop) { reader throws(ReadError) in
      try await reader.query(statement, read)
    }
  }
}

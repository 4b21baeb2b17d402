internal import Chatter
internal import Postgres
internal import Sockets

/// What a getaudio needs that is not in memory.
extension ListReader: ClipSource {
  nonisolated func rows(at sequences: [Int64]) async throws(TimelineError) -> [ClipRow] {
    try await fetchInTurn(ListStatements.rows(at: sequences)) { row, ids throws(PostgresError) in
      guard let shown = ListRow(row, ids: ids) else { return nil }
      return ClipRow(
        row: shown, clip: try row.decode([UInt8]?.self, at: ListStatements.clipColumn))
    }
  }

  nonisolated func row(at sequence: Int64) async throws(TimelineError) -> ListRow? {
    let statement = ListStatements.row(at: sequence)
    return try await fetchInTurn(statement) { row, ids throws(PostgresError) in
      ListRow(row, ids: ids)
    }.first
  }

  nonisolated func clip(
    at sequence: Int64, writtenBy transaction: PostgresTransactionID, from offset: Int, count: Int
  ) async throws(TimelineError) -> [UInt8]? {
    let statement = ListStatements.clip(
      at: sequence, from: offset, count: count, writtenBy: transaction)
    return try await fetchInTurn(statement) { row, _ throws(PostgresError) in
      try row.decode([UInt8]?.self, at: 0)
    }.first
  }

  private nonisolated func fetchInTurn<Value: Sendable>(
    _ statement: SQL,
    _ read: @escaping @Sendable (Row, ListProfile.IDs) throws(PostgresError) -> Value?
  ) async throws(TimelineError) -> [Value] {
    try await fetchTurnstile.run { () async throws(TimelineError) in
      try await self.fetch(statement, read)
    }
  }
}

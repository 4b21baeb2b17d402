internal import Chatter
internal import Postgres
internal import Sockets

/// What a getaudio needs that is not in memory.
extension ListReader: ClipSource {
  nonisolated func rows(at sequences: [Int64]) async throws(TimelineError) -> [ClipRow] {
    try await fetch(ListStatements.rows(at: sequences)) { row, ids throws(PostgresError) in
      guard let shown = ListRow(row, ids: ids) else { return nil }
      return ClipRow(
        row: shown, clip: try row.decode([UInt8]?.self, at: ListStatements.clipColumn))
    }
  }

  nonisolated func row(at sequence: Int64) async throws(TimelineError) -> ListRow? {
    let statement = ListStatements.row(at: sequence)
    return try await fetch(statement) { row, ids throws(PostgresError) in
      ListRow(row, ids: ids)
    }.first
  }

  nonisolated func clip(of row: ListRow, from offset: Int, count: Int) async throws(TimelineError)
    -> [UInt8]?
  {
    let statement = ListStatements.clip(
      at: row.sequence, from: offset, count: count, writtenBy: row.transaction)
    return try await fetch(statement) { row, _ throws(PostgresError) in
      try row.decode([UInt8]?.self, at: 0)
    }.first
  }
}

import Chatter
import Postgres
import System

@testable import ChatterServer
@testable import ChatterStore

/// The rows of a list as in a database, and a record of the queries.
final class RowSource: OlderRows, @unchecked Sendable {
  /// A query of rows or clips.
  enum Query: Equatable {
    case rows([Int64])
    case clip(Int64, offset: Int, count: Int)
    case newest(upTo: Int64)
    case oldest(from: Int64)
    case place(Int)
  }

  private struct State {
    var rows: [Int64: ListRow]
    var queries: [Query] = []
  }

  private let state: Lock<State>
  private let memory: SegmentedList?
  /// Called with each query before its result is read. It may change the rows.
  private let willRead: @Sendable (RowSource, Query) throws(ReadError) -> Void

  /// - Parameter memory: rows that have come into memory.
  init(
    _ rows: [ListRow], memory: SegmentedList? = nil,
    willRead: @escaping @Sendable (RowSource, Query) throws(ReadError) -> Void = {
      _, _ throws(ReadError) in
    }
  ) {
    state = Lock(
      State(rows: [Int64: ListRow](uniqueKeysWithValues: rows.map { ($0.sequence, $0) })))
    self.memory = memory
    self.willRead = willRead
  }

  var queries: [Query] { state.withLock { $0.queries } }

  /// Replaces or removes the row at a sequence number.
  func set(_ row: ListRow?, at sequence: Int64) { state.withLock { $0.rows[sequence] = row } }

  private func record(_ query: Query) throws(ReadError) -> [Int64: ListRow] {
    try willRead(self, query)
    return state.withLock { state in
      state.queries.append(query)
      return state.rows
    }
  }

  func rows(at sequences: [Int64]) async throws(ReadError) -> [ClipRow] {
    let rows = try record(.rows(sequences))
    // In random order.
    return sequences.shuffled().compactMap { rows[$0] }.map { ClipRow(row: $0, clip: $0.clip) }
  }

  func clip(
    at sequence: Int64, writtenBy transaction: PostgresTransactionID, from offset: Int, count: Int
  ) async throws(ReadError) -> [UInt8]? {
    let rows = try record(.clip(sequence, offset: offset, count: count))
    guard let now = rows[sequence], now.transaction == transaction else { return nil }
    return now.clip.map { Array($0.dropFirst(offset).prefix(count)) }
  }

  func segment(upTo last: Int64) async -> Segment? { memory?.segment(upTo: last) }

  func batch(_ range: OlderBatch.Range) async throws(ReadError) -> OlderBatch {
    let isNewest = range.order == .newest
    let rows = try record(isNewest ? .newest(upTo: range.last) : .oldest(from: range.first)).values
      .filter { (range.first...range.last).contains($0.sequence) }
      .sorted { $0.sequence < $1.sequence }
    return OlderBatch(Array(isNewest ? rows.suffix(range.rowsMax) : rows.prefix(range.rowsMax)))
  }

  func place(ofOlder count: Int, upTo last: Int64) async throws(ReadError) -> Int64? {
    let places = try record(.place(count)).keys.filter { $0 <= last }.sorted()
    return places.count < count ? nil : places[places.count - count]
  }
}

extension OlderBatch {
  init(_ rows: [ListRow]) {
    self.init(
      rows: rows, skippedCount: 0, first: rows.first?.sequence, last: rows.last?.sequence)
  }
}

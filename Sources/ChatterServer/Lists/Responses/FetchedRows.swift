internal import Chatter
internal import ChatterStore
internal import Postgres

/// Provides the rows and clips that the list of one client needs and that are not in memory.
protocol OlderRows {
  /// Returns rows with their clips, in no particular order. Rows that are gone are left out.
  func rows(at sequences: [Int64]) async throws(ReadError) -> [ClipRow]

  /// Returns a chunk of a row's clip; nil if another transaction has written the row since.
  func clip(
    at sequence: Int64, writtenBy transaction: PostgresTransactionID, from offset: Int, count: Int
  ) async throws(ReadError) -> [UInt8]?

  /// Returns the newest rows up to a sequence number if they have come into memory.
  func segment(upTo last: Int64) async -> Segment?

  func batch(_ range: OlderBatch.Range) async throws(ReadError) -> OlderBatch

  /// Returns the sequence number of row `count`, counted from `last` towards older rows, if any.
  func place(ofOlder count: Int, upTo last: Int64) async throws(ReadError) -> Int64?
}

/// Reads older rows in short statements, admitted in rotation with those of other addresses.
struct FetchedRows: OlderRows {
  let lists: ListReader
  let address: String

  private var reader: ChattReader { lists.reader }
  private var ids: ListProfile.IDs { lists.lists.profile.ids }

  func rows(at sequences: [Int64]) async throws(ReadError) -> [ClipRow] {
    let statement = ListStatements.rows(at: sequences)
    return try await reader.fetch(statement, for: address) { [ids] row throws(PostgresError) in
      guard let shown = ListRow(row, ids: ids) else { return nil }
      return ClipRow(
        row: shown, clip: try row.decode([UInt8]?.self, at: ListStatements.Column.clip))
    }
  }

  func clip(
    at sequence: Int64, writtenBy transaction: PostgresTransactionID, from offset: Int, count: Int
  ) async throws(ReadError) -> [UInt8]? {
    let statement = ListStatements.clip(
      at: sequence, from: offset, count: count, writtenBy: transaction)
    return try await reader.fetch(statement, for: address) { row throws(PostgresError) in
      try row.decode([UInt8]?.self, at: 0)
    }.first
  }

  func segment(upTo last: Int64) async -> Segment? { await lists.segment(upTo: last) }

  func batch(_ range: OlderBatch.Range) async throws(ReadError) -> OlderBatch {
    try await reader.batch(range, ids: ids, for: address)
  }

  func place(ofOlder count: Int, upTo last: Int64) async throws(ReadError) -> Int64? {
    let statement = ListStatements.place(ofOlder: count, upTo: last)
    return try await reader.fetch(statement, for: address) { row throws(PostgresError) in
      try row.decode(Int64.self, at: 0)
    }.first
  }
}

/// A complete row of getaudio.
struct ClipRow: Sendable {
  let row: ListRow
  let clip: [UInt8]?

  var text: [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(row.prefix.count + 8 + Base64.encodedCount(of: clip?.count ?? 0))
    text += row.prefix
    if let clip {
      text += Self.opening
      Base64.appendEncoded(clip[...], to: &text)
      text += Self.closing
    } else {
      text += ListRow.closingWithoutClip
    }
    return text
  }

  /// The text between the rest of a row and its clip, and the text after the clip.
  static let opening = Array(#",""#.utf8)
  static let closing = Array(#""]"#.utf8)
}

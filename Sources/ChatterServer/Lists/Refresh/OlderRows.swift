internal import Chatter
internal import Postgres

/// Where rows and clips come from that are not in memory.
protocol OlderRows: Sendable {
  /// Rows by their places, with their clips, in no order; those that are gone are left out.
  func rows(at sequences: [Int64]) async throws(TimelineError) -> [ClipRow]

  /// A row by its place, without its clip; nil when it is gone.
  func row(at sequence: Int64) async throws(TimelineError) -> ListRow?

  /// A part of the clip of a row, by its place; nil when another transaction has written it since.
  func clip(
    at sequence: Int64, writtenBy transaction: PostgresTransactionID, from offset: Int, count: Int
  ) async throws(TimelineError) -> [UInt8]?

  /// The newest rows up to a place: one at least where there is any.
  func newest(upTo last: Int64, rowsMax: Int) async throws(TimelineError) -> OlderBatch

  /// The oldest rows from one place to another: one at least where there is any.
  func oldest(from first: Int64, upTo last: Int64, rowsMax: Int) async throws(TimelineError)
    -> OlderBatch

  /// The place of the last of some rows, counted from a place towards older ones; nil where there
  /// are fewer.
  func place(ofOlder count: Int, upTo last: Int64) async throws(TimelineError) -> Int64?
}

/// A row of getaudio, whole.
struct ClipRow: Sendable {
  let row: ListRow
  let clip: [UInt8]?

  /// The row as getaudio shows it.
  var text: [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(row.front.count + 8 + Base64.encodedCount(of: clip?.count ?? 0))
    text += row.front
    if let clip {
      text += Self.opening
      Base64.appendEncoded(clip[...], to: &text)
      text += Self.closing
    } else {
      JSONWriter.append(raw: ",null]", to: &text)
    }
    return text
  }

  /// What stands between the rest of a row and its clip, and after it.
  static let opening = Array(#",""#.utf8)
  static let closing = Array(#""]"#.utf8)
}

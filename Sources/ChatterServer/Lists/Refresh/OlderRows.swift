internal import Chatter
internal import Postgres

/// Provides rows and clips that are not in memory.
protocol OlderRows {
  /// Returns rows with their clips by sequence number, in no particular order. Rows that are gone
  /// are left out.
  func rows(at sequences: [Int64]) async throws(TimelineError) -> [ClipRow]

  /// Returns a row by sequence number, without its clip; nil if it is gone.
  func row(at sequence: Int64) async throws(TimelineError) -> ListRow?

  /// Returns a chunk of a row's clip; nil if another transaction has written the row since.
  func clip(
    at sequence: Int64, writtenBy transaction: PostgresTransactionID, from offset: Int, count: Int
  ) async throws(TimelineError) -> [UInt8]?

  /// Returns the newest rows up to a sequence number: at least one if there is any.
  func newest(upTo last: Int64, rowsMax: Int) async throws(TimelineError) -> OlderBatch

  /// Returns the oldest rows between two sequence numbers: at least one if there is any.
  func oldest(from first: Int64, upTo last: Int64, rowsMax: Int) async throws(TimelineError)
    -> OlderBatch

  /// Returns the sequence number of the last of `count` rows, counting from `last` towards older
  /// rows; nil if there are fewer.
  func place(ofOlder count: Int, upTo last: Int64) async throws(TimelineError) -> Int64?
}

/// A complete row of getaudio.
struct ClipRow: Sendable {
  let row: ListRow
  let clip: [UInt8]?

  /// The row as getaudio shows it.
  var text: [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(row.prefix.count + 8 + Base64.encodedCount(of: clip?.count ?? 0))
    text += row.prefix
    if let clip {
      text += Self.opening
      Base64.appendEncoded(clip[...], to: &text)
      text += Self.closing
    } else {
      JSONWriter.append(raw: ",null]", to: &text)
    }
    return text
  }

  /// The text between the rest of a row and its clip, and the text after the clip.
  static let opening = Array(#",""#.utf8)
  static let closing = Array(#""]"#.utf8)
}

import Chatter
import Foundation
import HTTP
import Postgres

@testable import ChatterServer
@testable import ChatterStore

/// The expected list, in the simplest form: rows by sequence number.
struct ReferenceList {
  var rows: [Int64: ListRow] = [:]
  /// The fifth element of each row.
  private var clips: [Int64: String] = [:]
  /// Counts the transactions that wrote rows.
  private var transactions: UInt64 = 100

  var sequences: [Int64] { rows.keys.sorted() }

  var tag: ListTag { rows.values.reduce(.empty) { $0 + $1.tag } }

  /// Rows in the order of a list.
  func sorted(_ order: ListProfile.Order) -> [ListRow] {
    let oldestFirst = rows.values.sorted { $0.sequence < $1.sequence }
    return order == .oldest ? oldestFirst : oldestFirst.reversed()
  }

  /// The body of getchatts.
  func text(_ profile: ListProfile) -> String {
    let rows = sorted(profile.order).map { String(decoding: $0.prefix, as: UTF8.self) + "]" }
    return "\(profile.opening)" + rows.joined(separator: ",") + "\(profile.closing)"
  }

  /// The body of getaudio.
  func audio(_ profile: ListProfile) -> String {
    let rows = sorted(profile.order).map { row in
      String(decoding: row.prefix, as: UTF8.self) + "," + (clips[row.sequence] ?? "null") + "]"
    }
    return "\(profile.opening)" + rows.joined(separator: ",") + "\(profile.closing)"
  }

  /// Writes a row, as if by a new transaction.
  mutating func write(_ sequence: Int64, messageBytes: Int, clipBytes: Int? = nil) -> ListRow {
    transactions += 1
    let row = ListRow(
      test: sequence, transaction: transactions, messageBytes: messageBytes, clipBytes: clipBytes)
    rows[sequence] = row
    clips[sequence] = row.clip.map { "\"" + Data($0).base64EncodedString() + "\"" }
    return row
  }

  mutating func remove(_ sequence: Int64) {
    rows[sequence] = nil
  }
}

extension ListRow {
  init(test sequence: Int64, transaction: UInt64 = 1, messageBytes: Int = 5, clipBytes: Int? = nil)
  {
    let message = String(repeating: "m", count: messageBytes)
    let prefix = #"["ada \#(transaction)","\#(message)","\#(sequence)","then""#
    self.init(
      sequence: sequence, transaction: PostgresTransactionID(transaction),
      id: ChattID(high: 7, low: UInt64(bitPattern: sequence)), prefix: Array(prefix.utf8),
      clipBytes: clipBytes)
  }

  /// The clip, derived from the row.
  var clip: [UInt8]? {
    guard let clipBytes else { return nil }
    let start = UInt64(bitPattern: sequence) &* 31 &+ transaction.number
    // Mostly one byte value, to be fast, with other values at the start and the end.
    var clip = [UInt8](repeating: UInt8(truncatingIfNeeded: start), count: clipBytes)
    for index in clip.indices.prefix(20) { clip[index] = UInt8(truncatingIfNeeded: start >> index) }
    if let last = clip.indices.last { clip[last] = UInt8(truncatingIfNeeded: clipBytes) }
    return clip
  }

}

extension [ArraySlice<UInt8>] {
  /// The joined slices. `joined` copies byte by byte, which is slow without optimization.
  var whole: [UInt8] { reduce(into: []) { $0 += $1 } }

  var text: String { String(decoding: whole, as: UTF8.self) }

  /// The decoded text.
  func decoded(_ coding: ContentCoding) async throws -> String {
    guard coding != .identity else { return text }
    let body = InflatedBody(BufferedBody(whole))
    return String(decoding: try await body.collect(atMost: 1 << 30), as: UTF8.self)
  }
}

package import Chatter
package import Postgres

/// A row as both lists need it, encoded once when it is read.
package struct ListRow: Sendable {
  /// The sequence number, which determines the position in the lists.
  package let sequence: Int64
  package let transaction: PostgresTransactionID
  package let tag: ListTag
  /// `["ada","hello","01jc…","2025-01-02T03:04:05.123Z"`: the row without its clip and `]`.
  package let prefix: [UInt8]
  package let clipBytes: Int?

  /// The ends of a row in getchatts, and in getaudio without a clip.
  package static let closing = [UInt8(ascii: "]")]
  package static let closingWithoutClip = Array(",null]".utf8)

  /// Decodes a row. Returns nil for a row that cannot be shown; lists leave such rows out.
  package init?(_ row: Row, ids: ListProfile.IDs) {
    guard let chatt = ChattColumns(row, from: ListStatements.Column.username) else { return nil }
    var prefix: [UInt8] = []
    prefix.reserveCapacity(192)
    ChattRowText.appendPrefix(
      username: chatt.username, message: chatt.message, id: chatt.id, createdAt: chatt.createdAt,
      ids: ids, to: &prefix)
    do throws(PostgresError) {
      self.init(
        sequence: try row.decode(Int64.self, at: ListStatements.Column.sequence),
        transaction: try row.decode(
          PostgresTransactionID.self, at: ListStatements.Column.transaction),
        id: chatt.id, prefix: prefix,
        clipBytes: try row.decode(Int?.self, at: ListStatements.Column.clipBytes))
    } catch {
      return nil
    }
  }

  package init(
    sequence: Int64, transaction: PostgresTransactionID, id: ChattID, prefix: [UInt8],
    clipBytes: Int?
  ) {
    self.sequence = sequence
    self.transaction = transaction
    tag = ListTag(id: id, transaction: transaction, prefix: prefix, clipBytes: clipBytes)
    self.prefix = prefix
    self.clipBytes = clipBytes
  }
}

/// What every form of a chatt shows: the columns username, message, id and created_at.
struct ChattColumns {
  let username: String
  let message: String?
  let id: ChattID
  let createdAt: Timestamp

  /// Returns nil if the row cannot be shown.
  init?(_ row: Row, from first: Int) {
    // Not `try?`, which would treat a null as a failure. Null is a valid value.
    do throws(PostgresError) {
      let time = try row.decode(PostgresTimestamp.self, at: first + 3)
      guard time.isFinite,
        let createdAt = Timestamp(microsecondsSince1970: time.microsecondsSince1970)
      else { return nil }
      username = try row.decode(String.self, at: first)
      message = try row.decode(String?.self, at: first + 1)
      id = ChattID(try row.decode(PostgresUUID.self, at: first + 2))
      self.createdAt = createdAt
    } catch {
      return nil
    }
  }
}

extension ChattID {
  package init(_ uuid: PostgresUUID) {
    self.init(high: uuid.high, low: uuid.low)
  }
}

extension ArraySlice<ListRow> {
  /// Returns how many of the first rows fit into `bytesMax` bytes when joined.
  package func count(within bytesMax: Int) -> Int {
    var bytesLeft = bytesMax
    var count = 0
    for row in self {
      bytesLeft -= row.prefix.count + 2
      guard bytesLeft >= 0 else { break }
      count += 1
    }
    return count
  }
}

extension [ListRow] {
  /// The rows, with only the last one of consecutive rows with the same sequence number.
  package var withoutRepeats: [ListRow] {
    guard zip(self, dropFirst()).contains(where: { $0.sequence == $1.sequence }) else {
      return self
    }
    var rows: [ListRow] = []
    for row in self {
      if rows.last?.sequence == row.sequence { rows.removeLast() }
      rows.append(row)
    }
    return rows
  }
}

extension Array {
  /// Returns the index of the first element for which a condition holds, as for all later ones.
  package func partitioningIndex(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

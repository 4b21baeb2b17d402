internal import Chatter
internal import Postgres

/// A row as both lists need it, encoded once when it is read.
struct ListRow: Sendable {
  /// The sequence number, which determines the position in the lists.
  let sequence: Int64
  /// The transaction that last wrote the row.
  let transaction: PostgresTransactionID
  let tag: ListTag
  /// `["ada","hello","01jc…","2025-01-02T03:04:05.123Z"`: the row without its clip and the closing
  /// bracket.
  let prefix: [UInt8]
  /// The length of the clip in bytes; nil without a clip.
  let clipBytes: Int?

  /// Decodes a row. Returns nil for a row that cannot be shown, since it violates the schema or
  /// lacks data that a client needs. Lists leave such rows out.
  init?(_ row: Row, ids: ListProfile.IDs) {
    var prefix: [UInt8] = []
    prefix.reserveCapacity(192)
    let chatt = ChattRow.chatt(row, from: ListStatements.Column.username)
    do throws(PostgresError) {
      self.init(
        sequence: try row.decode(Int64.self, at: ListStatements.Column.sequence),
        transaction: try row.decode(
          PostgresTransactionID.self, at: ListStatements.Column.transaction),
        id: try row.decode(PostgresUUID.self, at: ListStatements.Column.id),
        prefix: ChattRowText.appendPrefix(of: chatt, ids: ids, to: &prefix) ? prefix : [],
        clipBytes: try row.decode(Int?.self, at: ListStatements.Column.clipBytes))
    } catch {
      return nil
    }
    if self.prefix.isEmpty { return nil }
  }

  init(
    sequence: Int64, transaction: PostgresTransactionID, id: PostgresUUID, prefix: [UInt8],
    clipBytes: Int?
  ) {
    self.sequence = sequence
    self.transaction = transaction
    tag = ListTag(id: id, transaction: transaction, prefix: prefix, clipBytes: clipBytes)
    self.prefix = prefix
    self.clipBytes = clipBytes
  }
}

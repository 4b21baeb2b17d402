internal import Chatter
internal import Postgres

/// A row as both lists need it, encoded once, when it is learned of.
struct ListRow: Sendable {
  /// Its place.
  let sequence: Int64
  /// Which transaction wrote it last.
  let transaction: PostgresTransactionID
  let tag: ListTag
  /// `["ada","hello","01jc…","2025-01-02T03:04:05.123Z"`: all but the clip and the last bracket.
  let front: [UInt8]
  /// How long its clip is; nil where there is none.
  let clipBytes: Int?

  /// Nil stands for a row that cannot be shown, since it is not what the schema promises or lacks
  /// what a client needs: a list leaves it out.
  init?(_ row: Row, ids: ListProfile.IDs) {
    var front: [UInt8] = []
    front.reserveCapacity(192)
    let chatt = ChattRow.chatt(row, from: ListStatements.Column.username)
    do throws(PostgresError) {
      self.init(
        sequence: try row.decode(Int64.self, at: ListStatements.Column.sequence),
        transaction: try row.decode(
          PostgresTransactionID.self, at: ListStatements.Column.transaction),
        id: try row.decode(PostgresUUID.self, at: ListStatements.Column.id),
        front: ChattRowText.appendFront(of: chatt, ids: ids, to: &front) ? front : [],
        clipBytes: try row.decode(Int?.self, at: ListStatements.Column.clipBytes))
    } catch {
      return nil
    }
    if self.front.isEmpty { return nil }
  }

  init(
    sequence: Int64, transaction: PostgresTransactionID, id: PostgresUUID, front: [UInt8],
    clipBytes: Int?
  ) {
    self.sequence = sequence
    self.transaction = transaction
    tag = ListTag(id: id, transaction: transaction, front: front, clipBytes: clipBytes)
    self.front = front
    self.clipBytes = clipBytes
  }
}

internal import Chatter
internal import Postgres

/// A row of the database, read as a chatt: username, message, id and time come first in it, and
/// the clip, if any, after them.
enum ChattRow {
  /// An empty chatt stands for a row that is not what the schema promises, or cannot be shown: a
  /// list leaves it out and counts it, and does not fail.
  static func chatt(_ row: Row) -> Chatt {
    guard let username = try? row.decode(String.self, at: 0),
      let message = try? row.decode(String?.self, at: 1),
      let id = try? ChattID(row.decode(PostgresUUID.self, at: 2)),
      let time = try? row.decode(PostgresTimestamp.self, at: 3), time.isFinite,
      let timestamp = Timestamp(microsecondsSince1970: time.microsecondsSince1970)
    else { return Chatt() }
    guard row.count > 4 else {
      return Chatt(
        username: username, message: message, id: id, timestamp: timestamp, audioBytes: nil)
    }
    guard let audio = try? row.decode([UInt8]?.self, at: 4) else { return Chatt() }
    return Chatt(
      username: username, message: message, id: id, timestamp: timestamp, audioBytes: audio)
  }
}

extension ChattID {
  init(_ uuid: PostgresUUID) {
    guard let id = ChattID(bytes: uuid.bytes) else { preconditionFailure("a UUID has 16 bytes") }
    self = id
  }
}

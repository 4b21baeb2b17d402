internal import Chatter
internal import Postgres

/// A row of the database, read as a chatt: username, message, id and time come first in it.
enum ChattRow {
  /// Nil for a row that is not what the schema promises: it is left out of a list rather than
  /// letting the whole list fail.
  static func chatt(_ row: Row, audioBytes: [UInt8]? = nil) -> Chatt? {
    guard let username = try? row.decode(String.self, at: 0),
      let message = try? row.decode(String?.self, at: 1),
      let uuid = try? row.decode(PostgresUUID.self, at: 2), let id = ChattID(bytes: uuid.bytes),
      let time = try? row.decode(PostgresTimestamp.self, at: 3), time.isFinite,
      let timestamp = Timestamp(microsecondsSince1970: time.microsecondsSince1970)
    else { return nil }
    return Chatt(
      username: username, message: message, id: id, timestamp: timestamp, audioBytes: audioBytes)
  }
}

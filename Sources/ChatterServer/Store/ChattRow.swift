internal import Chatter
internal import Postgres

/// Decodes four columns of a row as a chatt: username, message, id and time.
enum ChattRow {
  /// Returns the chatt of a row. It is empty if the row violates the schema or cannot be shown: a
  /// list leaves such a row out and counts it, and does not fail.
  static func chatt(_ row: Row, from first: Int) -> Chatt {
    // Not `try?`, which would treat a null as a failure. Null is a valid value.
    do throws(PostgresError) {
      let time = try row.decode(PostgresTimestamp.self, at: first + 3)
      guard time.isFinite,
        let timestamp = Timestamp(microsecondsSince1970: time.microsecondsSince1970)
      else { return Chatt() }
      return Chatt(
        username: try row.decode(String.self, at: first),
        message: try row.decode(String?.self, at: first + 1),
        id: ChattID(try row.decode(PostgresUUID.self, at: first + 2)),
        timestamp: timestamp.description)
    } catch {
      return Chatt()
    }
  }
}

extension ChattID {
  init(_ uuid: PostgresUUID) {
    guard let id = ChattID(bytes: uuid.bytes) else { preconditionFailure("a UUID has 16 bytes") }
    self = id
  }
}

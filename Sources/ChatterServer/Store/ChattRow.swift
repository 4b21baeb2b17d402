internal import Chatter
internal import Postgres

/// Four columns of a row, read as a chatt: username, message, id and time.
enum ChattRow {
  /// An empty chatt stands for a row that is not what the schema promises, or cannot be shown: a
  /// list leaves it out and counts it, and does not fail.
  static func chatt(_ row: Row, from first: Int) -> Chatt {
    // No `try?` here: it would take a null, which is as good as any, for a failure.
    do throws(PostgresError) {
      let time = try row.decode(PostgresTimestamp.self, at: first + 3)
      guard time.isFinite,
        let timestamp = Timestamp(microsecondsSince1970: time.microsecondsSince1970)
      else { return Chatt() }
      return Chatt(
        username: try row.decode(String.self, at: first),
        message: try row.decode(String?.self, at: first + 1),
        id: ChattID(try row.decode(PostgresUUID.self, at: first + 2)), timestamp: timestamp,
        audioBytes: nil)
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

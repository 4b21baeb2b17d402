public import Chatter
internal import Postgres

/// The chatts that an operator deletes: those that meet all conditions.
public struct DeletionConditions: Sendable, Hashable {
  /// The ids of the chatts; empty for chatts with any id.
  public var ids: [ChattID]
  /// The exact name of the user; nil for any user.
  public var username: String?
  /// Chatts stored before this time, in microseconds of Unix time; nil for any time.
  public var beforeMicroseconds: Int64?

  public init(ids: [ChattID] = [], username: String? = nil, beforeMicroseconds: Int64? = nil) {
    self.ids = ids
    self.username = username
    self.beforeMicroseconds = beforeMicroseconds
  }

  /// Whether there is no condition. Without conditions nothing is deleted.
  public var isEmpty: Bool { ids.isEmpty && username == nil && beforeMicroseconds == nil }

  /// The condition on a row; false without conditions.
  var sql: SQL {
    var conditions: [SQL] = []
    if !ids.isEmpty { conditions.append("id = any(\(ids.map { PostgresUUID($0) }))") }
    if let username { conditions.append("username = \(username)") }
    if let beforeMicroseconds {
      conditions.append(
        "created_at < timestamptz 'epoch' + \(beforeMicroseconds) * interval '1 microsecond'")
    }
    return conditions.isEmpty ? "false" : SQL.joined(conditions, separator: " and ")
  }
}

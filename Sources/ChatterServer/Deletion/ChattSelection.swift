public import Chatter
internal import Postgres

/// The chatts that an operator chooses: those that meet all conditions.
public struct ChattSelection: Sendable, Hashable {
  /// The ids; empty for all.
  public var ids: [ChattID]
  /// The user who posted them; nil for all.
  public var username: String?
  /// The time before which they were posted; nil for all.
  public var before: Timestamp?

  public init(ids: [ChattID] = [], username: String? = nil, before: Timestamp? = nil) {
    (self.ids, self.username, self.before) = (ids, username, before)
  }

  /// Whether there is no condition.
  public var isEmpty: Bool { ids.isEmpty && username == nil && before == nil }

  /// The condition on a row; false without conditions, so that nothing is deleted by mistake.
  var condition: SQL {
    var conditions: [SQL] = []
    if !ids.isEmpty { conditions.append("id = any(\(ids.map { PostgresUUID($0) }))") }
    if let username { conditions.append("username = \(username)") }
    if let before {
      let time = before.microsecondsSince1970
      conditions.append("created_at < timestamptz 'epoch' + \(time) * interval '1 microsecond'")
    }
    return conditions.isEmpty ? "false" : SQL.joined(conditions, separator: " and ")
  }
}

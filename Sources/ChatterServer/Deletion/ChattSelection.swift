public import Chatter
internal import Postgres

/// The chatts that an operator chooses: those that meet all conditions.
public struct ChattSelection: Sendable, Hashable {
  /// The ids; nil for all.
  public var ids: [ChattID]?
  /// The user who posted them; nil for all.
  public var username: String?
  /// The time before which they were posted; nil for all.
  public var before: Timestamp?

  public init(ids: [ChattID]? = nil, username: String? = nil, before: Timestamp? = nil) {
    (self.ids, self.username, self.before) = (ids, username, before)
  }

  /// Whether there is no condition.
  public var isEmpty: Bool { ids == nil && username == nil && before == nil }

  /// The condition of the rows.
  var condition: SQL {
    var conditions: [SQL] = ["true"]
    if let ids { conditions.append("id = any(\(ids.map { PostgresUUID($0) }))") }
    if let username { conditions.append("username = \(username)") }
    if let before {
      let time = before.microsecondsSince1970
      conditions.append("created_at < 'epoch'::timestamptz + \(time) * interval '1 microsecond'")
    }
    return .joined(conditions, separator: " and ")
  }
}

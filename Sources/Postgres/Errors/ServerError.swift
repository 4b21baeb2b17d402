/// The error that PostgreSQL returned for a statement (manual, section 55.8).
public struct ServerError: Error, Hashable, Sendable, CustomStringConvertible {
  public let sqlState: SQLState
  /// The primary message. In some error classes it quotes user values: see `description`.
  public let message: String
  public let constraint: String?
  public let table: String?
  public let column: String?

  public init(
    sqlState: SQLState, message: String, constraint: String? = nil, table: String? = nil,
    column: String? = nil
  ) {
    self.sqlState = sqlState
    self.message = message
    self.constraint = constraint
    self.table = table
    self.column = column
  }

  /// The classes whose primary messages contain object names and causes, never values.
  private static let valueFreeCategories: Set<Substring> = [
    "08", "23", "25", "26", "28", "3D", "40", "42", "53", "54", "55", "57", "58",
  ]

  /// The SQLSTATE, the object names, and the message if its class never quotes a value.
  public var description: String {
    var text = "SQLSTATE \(sqlState)"
    if let table { text += ", table \(table)" }
    if let column { text += ", column \(column)" }
    if let constraint { text += ", constraint \(constraint)" }
    if Self.valueFreeCategories.contains(sqlState.category) { text += ": \(message)" }
    return text
  }
}

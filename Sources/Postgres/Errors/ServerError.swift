/// The error that PostgreSQL returned for a statement (manual, section 55.8).
public struct ServerError: Error, Hashable, Sendable, CustomStringConvertible {
  public let sqlState: SQLState
  /// The primary message. In some error classes it quotes user values: see `description`.
  public let message: String
  public var constraint: String?
  public var table: String?
  public var column: String?

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

/// A five-character PostgreSQL error code (manual, appendix A).
public struct SQLState: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public static let uniqueViolation = SQLState(rawValue: "23505")
  public static let checkViolation = SQLState(rawValue: "23514")
  public static let undefinedTable = SQLState(rawValue: "42P01")
  public static let queryCanceled = SQLState(rawValue: "57014")
  public static let serializationFailure = SQLState(rawValue: "40001")
  public static let deadlockDetected = SQLState(rawValue: "40P01")
  public static let lockNotAvailable = SQLState(rawValue: "55P03")
  /// The server became a standby; another host is now the primary.
  public static let readOnlyTransaction = SQLState(rawValue: "25006")
  public static let programLimitExceeded = SQLState(rawValue: "54000")
  public static let diskFull = SQLState(rawValue: "53100")
  public static let invalidCatalogName = SQLState(rawValue: "3D000")
  /// The server does not have, or no longer has, the prepared statement.
  public static let invalidStatementName = SQLState(rawValue: "26000")
  /// Among other errors, a cached plan whose result type a migration has changed.
  public static let featureNotSupported = SQLState(rawValue: "0A000")

  /// The first two characters: the class of the error.
  public var category: Substring { rawValue.prefix(2) }

  public var description: String { rawValue }
}

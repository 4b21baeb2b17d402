/// A five-character PostgreSQL error code (manual, appendix A).
public struct SQLState: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  private init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  public static let uniqueViolation = SQLState("23505")
  public static let checkViolation = SQLState("23514")
  public static let undefinedTable = SQLState("42P01")
  public static let queryCanceled = SQLState("57014")
  public static let serializationFailure = SQLState("40001")
  public static let deadlockDetected = SQLState("40P01")
  public static let lockNotAvailable = SQLState("55P03")
  /// The server became a standby; another host is now the primary.
  public static let readOnlyTransaction = SQLState("25006")
  public static let programLimitExceeded = SQLState("54000")
  public static let diskFull = SQLState("53100")
  public static let invalidCatalogName = SQLState("3D000")
  /// The server does not have, or no longer has, the prepared statement.
  public static let invalidStatementName = SQLState("26000")
  /// Among other errors, a cached plan whose result type a migration has changed.
  public static let featureNotSupported = SQLState("0A000")

  /// The first two characters: the class of the error.
  public var category: Substring { rawValue.prefix(2) }

  public var description: String { rawValue }
}

/// An event that a service reports to the operator.
public enum ServiceEvent: Sendable, Equatable {
  /// This number of rows in the database could not be shown in a list.
  case rowsSkipped(Int)
  /// An error without a response of its own. The text is for the log.
  case failed(String)
}

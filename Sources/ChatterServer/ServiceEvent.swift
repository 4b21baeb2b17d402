/// What a service tells whoever runs it.
public enum ServiceEvent: Sendable, Equatable {
  /// So many rows of the database could not be shown in a list.
  case rowsSkipped(Int)
  /// An error that has no answer of its own; the text is for the log.
  case failed(String)
}

/// The outcome of statements that ran as one transaction.
public enum PipelineOutcome: Sendable {
  /// All statements took effect; the rows of each, in the order in which the statements were sent.
  case committed([RowSet])
  /// No statement took effect; the index of the failed statement, or nil when the commit failed.
  case rolledBack(at: Int?, ServerError)
}

/// What became of statements that ran as one transaction.
public enum PipelineOutcome: Sendable {
  /// All took effect; the rows of each, in the order in which they were sent.
  case committed([RowSet])
  /// None took effect: the statement at this index was refused, or, where it is nil, the commit.
  case rolledBack(at: Int?, ServerError)
}

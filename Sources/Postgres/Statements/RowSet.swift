/// The rows that a statement returned, in order.
public struct RowSet: Sendable, RandomAccessCollection {
  let result: ResultHandle

  public var startIndex: Int { 0 }
  public var endIndex: Int { result.rowCount }

  public subscript(position: Int) -> Row {
    precondition(indices.contains(position), "no such row")
    return Row(result: result, index: position)
  }

  /// The number of rows that the statement wrote or returned.
  public var affectedRowCount: Int { result.affectedRowCount }
}

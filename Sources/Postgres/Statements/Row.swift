/// One row of a result. It keeps the result alive and copies a value only when the value is
/// decoded.
public struct Row: Sendable {
  let result: ResultHandle
  let index: Int

  /// The number of columns.
  public var count: Int { result.columnCount }

  public func isNull(at column: Int) -> Bool {
    !(0..<count).contains(column) || result.isNull(row: index, column: column)
  }

  /// Reads a column as a Swift type.
  ///
  /// Fails with `decoding` when the column does not exist, when its type or value does not fit, or
  /// when it is null and the type is not optional.
  public func decode<Value: PostgresDecodable>(_ type: Value.Type = Value.self, at column: Int)
    throws(PostgresError) -> Value
  {
    do throws(DecodingReason) {
      guard (0..<count).contains(column) else { throw .noSuchColumn(count: count) }
      let type = result.columnType(column)
      guard Value.accepts(type) else { throw .typeMismatch(type) }
      guard !result.isNull(row: index, column: column) else { return try Value.postgresNull() }
      return try result.withBytes(row: index, column: column) { bytes throws(DecodingReason) in
        try Value(postgresBytes: bytes, type: type)
      }
    } catch {
      throw .decoding(column: column, error)
    }
  }

  /// Reads the first columns in one call: `let (id, text) = try row.decode(Int.self, String.self)`.
  public func decode<each Value: PostgresDecodable>(_ types: repeat (each Value).Type)
    throws(PostgresError) -> (repeat each Value)
  {
    var column = -1
    func next<Next: PostgresDecodable>(_ type: Next.Type) throws(PostgresError) -> Next {
      column += 1
      return try decode(type, at: column)
    }
    return (repeat try next(each types))
  }
}

/// Rows are equal if their columns have the same types and values.
extension Row: Equatable {
  public static func == (left: Row, right: Row) -> Bool {
    left.count == right.count
      && (0..<left.count).allSatisfy { column in
        left.result.columnType(column) == right.result.columnType(column)
          && left.hasValue(of: right, at: column)
      }
  }

  private func hasValue(of other: Row, at column: Int) -> Bool {
    if isNull(at: column) || other.isNull(at: column) {
      return isNull(at: column) == other.isNull(at: column)
    }
    return result.withBytes(row: index, column: column) { bytes in
      other.result.withBytes(row: other.index, column: column) { bytes.equals($0) }
    }
  }
}

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

internal import CPostgres
private import System

/// The owner of one `PGresult`.
///
/// libpq does not change a result after returning it, so any thread may read it (manual, section
/// 34.20).
@safe final class ResultHandle: Sendable {
  private let handle: ThreadSafePointer<OpaquePointer>
  let status: ExecStatusType
  let rowCount: Int
  let columnCount: Int

  init(owning result: OpaquePointer) {
    unsafe handle = ThreadSafePointer(result)
    unsafe status = PQresultStatus(result)
    unsafe rowCount = Int(PQntuples(result))
    unsafe columnCount = Int(PQnfields(result))
  }

  deinit {
    unsafe PQclear(result)
  }

  private var result: OpaquePointer { unsafe handle.value }

  /// The command tag of the statement, for instance `INSERT 0 1`.
  var commandTag: String {
    unsafe PQcmdStatus(result).map { unsafe String(cString: $0) } ?? ""
  }

  /// The number of rows affected by an INSERT, UPDATE, DELETE or SELECT; 0 for other statements.
  var affectedRowCount: Int {
    unsafe PQcmdTuples(result).flatMap { unsafe Int(String(cString: $0)) } ?? 0
  }

  var serverError: ServerError {
    ServerError(
      sqlState: SQLState(rawValue: field(cpostgres_field_sqlstate) ?? ""),
      message: field(cpostgres_field_message) ?? "",
      constraint: field(cpostgres_field_constraint),
      table: field(cpostgres_field_table),
      column: field(cpostgres_field_column))
  }

  private func field(_ code: Int32) -> String? {
    unsafe PQresultErrorField(result, code).map { unsafe String(cString: $0) }
  }

  func columnType(_ column: Int) -> PostgresType {
    unsafe PostgresType(rawValue: PQftype(result, Int32(column)))
  }

  func isNull(row: Int, column: Int) -> Bool {
    unsafe PQgetisnull(result, Int32(row), Int32(column)) != 0
  }

  /// Passes the bytes of a value to `body` without copying them.
  ///
  /// - Precondition: row and column exist, and the value is not null.
  func withBytes<Value, Failure: Error>(
    row: Int, column: Int, _ body: (RawSpan) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    precondition(row < rowCount && column < columnCount)
    let count = unsafe Int(PQgetlength(result, Int32(row), Int32(column)))
    guard count > 0, let start = unsafe PQgetvalue(result, Int32(row), Int32(column)) else {
      return try body(RawSpan())
    }
    // The pointer is valid as long as the result, which self owns.
    defer { withExtendedLifetime(self) {} }
    return try unsafe body(RawSpan(_unsafeStart: start, byteCount: count))
  }
}

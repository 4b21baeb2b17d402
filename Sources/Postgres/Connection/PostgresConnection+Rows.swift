private import CPostgres
public import System

extension PostgresConnection {
  /// Maximum number of rows read before they are passed to the body.
  private static let rowsAtOnceMax = 64

  /// Runs one statement and passes its rows to the body as they arrive, for results too large for
  /// memory.
  ///
  /// The body may be slow: the server waits. An error that the body throws closes the connection.
  public func forEachRow(
    _ statement: SQL, until deadline: Deadline, _ body: (Row) async throws -> Void
  ) async throws {
    try await beginRows(statement, until: deadline)
    do {
      while true {
        let rows = try await nextRows(until: deadline)
        guard !rows.isEmpty else { return }
        for row in rows { try await body(row) }
      }
    } catch {
      // A statement that failed on the server has already ended.
      if isBusy {
        close()
        isBusy = false
      }
      throw error
    }
  }

  private func beginRows(_ statement: SQL, until deadline: Deadline) async throws(PostgresError) {
    let query = Query(statement)
    try check(query)
    let name = try await prepare(query.key, until: deadline)
    keyOfRows = name == nil ? nil : query.key
    let (handle, registration) = try begin()
    guard handle.send(query, name: name), handle.setSingleRowMode() else {
      isBusy = false
      throw refusal()
    }
    do throws(WaitError) {
      try await flush(handle, registration, until: deadline)
    } catch {
      throw abandon(error, outcomeWithoutResponse)
    }
  }

  /// Returns the rows that have arrived, at least one; empty at the end of the result.
  private func nextRows(until deadline: Deadline) async throws(PostgresError) -> [Row] {
    guard let handle, let registration else { throw .closed }
    var rows: [Row] = []
    var failure: ServerError?
    do throws(WaitError) {
      while rows.count < Self.rowsAtOnceMax {
        if !rows.isEmpty, failure == nil, handle.isBusy { return rows }
        guard let result = try await nextResult(handle, registration, until: deadline) else {
          // The next call receives the end of the result from libpq once more.
          isBusy = false
          break
        }
        if result.status == PGRES_SINGLE_TUPLE {
          rows.append(Row(result: result, index: 0))
        } else if !result.isSuccess {
          failure = failure ?? result.serverError
        }
      }
    } catch {
      throw abandon(error, outcomeWithoutResponse)
    }
    if handle.isBroken {
      isBusy = false
      close()
      throw .connectionLost(outcomeWithoutResponse)
    }
    if let failure {
      isBusy = false
      let error = self.error(failure, outcomeWithoutResponse)
      if error.isOutdatedStatement, let keyOfRows { statements?.remove(keyOfRows) }
      throw error
    }
    return rows
  }

  /// Waits for the next notification on the channels that this session listens on, and returns its
  /// payload (manual, page NOTIFY).
  ///
  /// If the deadline passes, the call fails with `timedOut` and the connection stays usable.
  public func nextNotification(until deadline: Deadline) async throws(PostgresError) -> String {
    let (handle, registration) = try begin()
    defer { isBusy = false }
    while true {
      if let payload = handle.takeNotification() { return payload }
      do throws(WaitError) {
        try await loop.wait(for: .read, on: registration, until: deadline)
      } catch .timedOut {
        throw .timedOut(.notApplied)
      } catch {
        throw abandon(error, .notApplied)
      }
      guard handle.consumeInput() != .lost, !handle.isBroken else {
        close()
        throw .connectionLost(.notApplied)
      }
    }
  }
}

public import System

extension PostgresConnection {
  /// How long a rollback may take before the connection is closed instead.
  private static let rollbackTimeout = Duration.seconds(5)

  /// Runs the body between BEGIN and COMMIT; an error that the body throws rolls everything back.
  ///
  /// If the connection is lost during COMMIT, the error's outcome is `unknown`; before COMMIT it is
  /// `notApplied`. A transaction with a failed statement ends with `rolledBack`.
  public func transaction<Value>(
    until deadline: Deadline, _ body: (PostgresConnection) async throws -> Value
  ) async throws -> Value {
    guard transactionState == .idle else { throw PostgresError.connectionBusy }
    let begin = setsDurability ? "begin; set local synchronous_commit = on" : "begin"
    try await run(script: begin, outcome: .notApplied, until: deadline)
    transactionState = .inTransaction
    let value: Value
    do {
      value = try await body(self)
    } catch {
      await rollBack()
      throw error
    }
    try await commit(until: deadline)
    return value
  }

  private func commit(until deadline: Deadline) async throws(PostgresError) {
    defer { transactionState = .idle }
    let result = try await run(script: "commit", outcome: .unknown, until: deadline)
    guard result.commandTag == "COMMIT" else { throw .rolledBack }
  }

  private func rollBack() async {
    defer { transactionState = .idle }
    guard !isClosed else { return }
    do throws(PostgresError) {
      try await run(
        script: "rollback", outcome: .notApplied, until: .after(Self.rollbackTimeout))
    } catch {
      // The server rolls back when the connection ends.
      close()
    }
  }
}

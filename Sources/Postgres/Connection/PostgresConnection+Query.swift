private import CPostgres
public import System

extension PostgresConnection {
  /// Maximum number of parameters that the protocol can count.
  public static let parametersMax = 65_535
  /// Maximum total size of a statement's values in bytes; PostgreSQL accepts at most 1 GB.
  public static let valueBytesMax = 1_000_000_000

  /// Runs one statement and returns its rows.
  @discardableResult
  public func query(_ statement: SQL, until deadline: Deadline) async throws(PostgresError)
    -> RowSet
  {
    if setsDurability, transactionState == .idle {
      return try await pipeline([statement], until: deadline)[0]
    }
    let query = Query(statement)
    try check(query)
    do throws(PostgresError) {
      return try await run(query, until: deadline)
    } catch {
      guard error.isOutdatedStatement, statements?.name(of: query.key) != nil else { throw error }
      statements?.remove(query.key)
      // The transaction has failed as well.
      guard transactionState == .idle else { throw error }
      return try await run(query, until: deadline)
    }
  }

  /// Rejects values that the protocol cannot carry, before they reach libpq.
  func check(_ query: Query) throws(PostgresError) {
    guard query.parameters.count <= Self.parametersMax else {
      throw .tooManyParameters(query.parameters.count)
    }
    guard query.valueBytes <= Self.valueBytesMax else {
      throw .server(
        ServerError(sqlState: .programLimitExceeded, message: "the values exceed 1 GB"))
    }
  }

  private func run(_ query: Query, until deadline: Deadline) async throws(PostgresError) -> RowSet {
    let name = try await prepare(query.key, until: deadline)
    return RowSet(
      result: try await perform(valueBytes: query.valueBytes, until: deadline) {
        $0.send(query, name: name)
      })
  }

  /// Size of the values in bytes above which a statement is sent on another thread.
  ///
  /// libpq copies the values and moves the unsent rest at each flush, which takes milliseconds for
  /// several megabytes.
  static let loopBytesMax = 1 << 20
  /// How long such a thread waits for a server that does not read; the loop waits for the rest.
  private static let flushTimeout = Duration.seconds(1)
  private static let senders = WorkerPool()

  /// Passes a statement to libpq, on another thread if its values are large; returns false when
  /// libpq rejects it.
  ///
  /// The connection is busy meanwhile, so no other code uses the handle, and closing the connection
  /// only releases its reference to the handle.
  func send(
    _ handle: ConnectionHandle, valueBytes: Int,
    _ body: @escaping @Sendable (ConnectionHandle) -> Bool
  ) async -> Bool {
    guard valueBytes > Self.loopBytesMax else { return body(handle) }
    // Unchecked, for the reason above.
    nonisolated(unsafe) let lent = handle
    let key = "\(ObjectIdentifier(self).hashValue)"
    do throws(WorkerPool.BusyError) {
      return try await Self.senders.run(for: key) {
        guard unsafe body(lent) else { return false }
        unsafe lent.flush(within: Self.flushTimeout)
        return true
      }
    } catch {
      return body(handle)
    }
  }

  /// Returns the name of a statement, which is prepared first if necessary; nil when statements
  /// are unnamed.
  func prepare(_ key: StatementCache.Key, until deadline: Deadline) async throws(PostgresError)
    -> String?
  {
    guard statements != nil else { return nil }
    if let name = statements?.name(of: key) { return name }
    // In a failed transaction, statements can be neither deallocated nor prepared.
    if let old = statements?.evictIfFull() {
      try await run(script: "deallocate \(old)", outcome: .notApplied, until: deadline)
    }
    let name = statements?.newName() ?? ""
    try await perform(outcome: .notApplied, until: deadline) {
      $0.sendPrepare(name: name, text: key.text, types: key.types)
    }
    statements?.insert(key, name: name)
    return name
  }

  /// Runs one or several statements without parameters and returns the result of the last.
  ///
  /// Several statements form one transaction, unless the text contains transaction commands.
  @discardableResult
  public func execute(script: String, until deadline: Deadline) async throws(PostgresError)
    -> RowSet
  {
    RowSet(
      result: try await run(script: script, outcome: outcomeWithoutResponse, until: deadline))
  }

  @discardableResult
  func run(script: String, outcome: StatementOutcome, until deadline: Deadline)
    async throws(PostgresError) -> ResultHandle
  {
    try await perform(outcome: outcome, until: deadline) { $0.sendScript(script) }
  }

  /// Sends a statement, waits for all results and returns the last; fails with the first error in
  /// any of them.
  @discardableResult
  private func perform(
    valueBytes: Int = 0, outcome: StatementOutcome? = nil,
    until deadline: Deadline, sending body: @escaping @Sendable (ConnectionHandle) -> Bool
  ) async throws(PostgresError) -> ResultHandle {
    let outcome = outcome ?? outcomeWithoutResponse
    let (handle, registration) = try begin()
    defer { isBusy = false }
    guard await send(handle, valueBytes: valueBytes, body) else { throw refusal() }
    var last: ResultHandle?
    var failure: ServerError?
    do throws(WaitError) {
      try await flush(handle, registration, until: deadline)
      while let result = try await nextResult(handle, registration, until: deadline) {
        if !result.isSuccess { failure = failure ?? result.serverError }
        last = result
        if result.isCopy { break }
      }
    } catch {
      throw abandon(error, outcome)
    }
    return try judge(handle, last, failure, outcome)
  }

  private func judge(
    _ handle: ConnectionHandle, _ last: ResultHandle?, _ failure: ServerError?,
    _ outcome: StatementOutcome
  ) throws(PostgresError) -> ResultHandle {
    if handle.isBroken {
      close()
      throw .connectionLost(outcome)
    }
    if let last, last.isCopy {
      close()
      throw .unexpectedResponse("COPY")
    }
    if let failure { throw self.error(failure, outcome) }
    guard let last else { throw .unexpectedResponse("none") }
    return last
  }

  /// Returns the error to throw for a result, and closes the connection if it is unusable.
  func error(_ failure: ServerError, _ outcome: StatementOutcome) -> PostgresError {
    if failure.sqlState == .readOnlyTransaction { isOfStandby = true }
    guard failure.sqlState.rawValue.isEmpty else { return .server(failure) }
    // Without an SQLSTATE the message is libpq's own, about a response that it cannot read.
    close()
    return .connectionLost(outcome)
  }

  /// Closes the connection and returns the error for a statement that libpq did not send.
  func refusal() -> PostgresError {
    close()
    return .connectionLost(.notApplied)
  }
}

/// A statement as it is sent.
struct Query: Sendable {
  let key: StatementCache.Key
  let parameters: [SQL.Parameter]
  /// Total size of the values in bytes.
  let valueBytes: Int

  init(_ statement: SQL) {
    parameters = statement.parameters
    key = StatementCache.Key(text: statement.text, types: parameters.map(\.type))
    valueBytes = parameters.reduce(0) { $0 + ($1.bytes?.count ?? 0) }
  }
}

extension ResultHandle {
  var isSuccess: Bool {
    switch status {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE, PGRES_EMPTY_QUERY: true
    default: isCopy
    }
  }

  /// Whether the connection is in COPY mode, which this module does not support.
  var isCopy: Bool {
    status == PGRES_COPY_IN || status == PGRES_COPY_OUT || status == PGRES_COPY_BOTH
  }
}

private import CPostgres
public import System

/// Several statements as one transaction, in one round trip (manual, section 34.5).
///
/// All statements are sent before the first response is read, followed by one Sync. The server runs
/// everything between two Syncs as one transaction, which a failed statement rolls back completely.
extension PostgresConnection {
  /// Number of queued bytes from which they are flushed before more are queued.
  private static let drainBytesMin = 64 << 10

  /// Runs statements as one transaction, and returns the rows of each.
  ///
  /// If one fails, or the commit does, none takes effect, and the error is `server`. If the
  /// connection is lost before the last statement has been sent, the outcome is `notApplied`. After
  /// that the commit may have happened, and the outcome is `unknown`. As with `query`, a deadline
  /// that passes or a task that is cancelled closes the connection.
  public func pipeline(_ batch: [SQL], until deadline: Deadline) async throws(PostgresError)
    -> [RowSet]
  {
    guard !batch.isEmpty else { return [] }
    guard transactionState == .idle else { throw .connectionBusy }
    guard setsDurability else { return try await run(batch, until: deadline) }
    return Array(try await run([Self.durability] + batch, until: deadline).dropFirst())
  }

  private static let durability: SQL = "select set_config('synchronous_commit', 'on', true)"

  private func run(_ batch: [SQL], until deadline: Deadline) async throws(PostgresError)
    -> [RowSet]
  {
    let queries = batch.map { Query($0) }
    for query in queries { try check(query) }
    let keys = try await prepare(queries, until: deadline)
    var outcome = try await perform(queries, keys, until: deadline)
    if case .failure(let error) = outcome, error.isOutdatedStatement, !keys.isEmpty {
      // The server no longer has a statement, or a migration changed its result type: prepare all
      // statements again and retry once.
      for key in keys { statements?.remove(key) }
      outcome = try await perform(
        queries, try await prepare(queries, until: deadline), until: deadline)
    }
    return try outcome.get()
  }

  /// Prepares all statements and returns their keys; empty when they are sent without names.
  private func prepare(_ queries: [Query], until deadline: Deadline)
    async throws(PostgresError) -> [StatementCache.Key]
  {
    guard let statements else { return [] }
    let keys = queries.map(\.key)
    // More statements than the cache holds would evict each other.
    guard Set(keys).count <= statements.countMax else { return [] }
    for key in Set(keys) { _ = try await prepare(key, until: deadline) }
    return keys
  }

  private func perform(
    _ queries: [Query], _ keys: [StatementCache.Key], until deadline: Deadline
  ) async throws(PostgresError) -> Result<[RowSet], PostgresError> {
    let (handle, registration) = try begin()
    defer { isBusy = false }
    guard handle.enterPipelineMode() else { throw refusal() }
    var outcome = StatementOutcome.notApplied
    do throws(WaitError) {
      if try await send(queries, keys, handle, registration, until: deadline) {
        outcome = .unknown
        if handle.sendSync(), try await flush(handle, registration, until: deadline),
          let collected = try await collect(
            handle, registration, countMax: queries.count, until: deadline),
          handle.exitPipelineMode()
        {
          return collected
        }
      }
    } catch {
      throw abandon(error, outcome)
    }
    close()
    throw .connectionLost(outcome)
  }

  /// Sends the statements; returns false when the connection is broken.
  private func send(
    _ queries: [Query], _ keys: [StatementCache.Key], _ handle: ConnectionHandle,
    _ registration: Registration, until deadline: Deadline
  ) async throws(WaitError) -> Bool {
    var undrained = 0
    for (index, query) in queries.enumerated() {
      let name = keys.isEmpty ? nil : statements?.name(of: keys[index])
      let didSend = await self.send(handle, valueBytes: query.valueBytes) {
        $0.send(query, name: name)
      }
      guard didSend else { return false }
      undrained += query.key.text.utf8.count + query.valueBytes
      guard undrained >= Self.drainBytesMin else { continue }
      guard try await flush(handle, registration, until: deadline) else { return false }
      undrained = 0
    }
    return true
  }

  /// Reads the results of all statements and of the Sync; returns nil when the responses are
  /// invalid or the connection was lost.
  private func collect(
    _ handle: ConnectionHandle, _ registration: Registration, countMax: Int,
    until deadline: Deadline
  ) async throws(WaitError) -> Result<[RowSet], PostgresError>? {
    var rowSets: [RowSet] = []
    var failure: ServerError?
    var last: ResultHandle?
    var ended = 0
    while true {
      guard let result = try await nextResult(handle, registration, until: deadline) else {
        // The end of one statement's results. No such end follows the Sync.
        if let last { rowSets.append(RowSet(result: last)) }
        last = nil
        ended += 1
        // A failed commit adds one.
        guard !handle.isBroken, ended <= countMax + 1 else { return nil }
        continue
      }
      if result.status == PGRES_PIPELINE_SYNC { break }
      if result.status == PGRES_PIPELINE_ABORTED { continue }
      if result.isSuccess, !result.isCopy {
        last = result
      } else {
        let error = result.serverError
        guard !handle.isBroken, !error.sqlState.rawValue.isEmpty else { return nil }
        if error.sqlState == .readOnlyTransaction { isOfStandby = true }
        failure = failure ?? error
      }
    }
    if let failure { return .failure(.server(failure)) }
    return rowSets.count == countMax ? .success(rowSets) : nil
  }
}

private import CPostgres
public import Sockets

/// One connection to a PostgreSQL server, on one event loop.
///
/// It is an actor whose executor is the loop, so that its callers, tasks of the same loop, reach
/// it without changing threads. One task uses it at a time. It is either ready for a statement or
/// closed: a statement that is given up (deadline, cancellation) takes the connection with it, for
/// the protocol's state would be unknown; the server is asked to stop what it does. A pool's
/// connections ignore cancellation: a request that is given up must not cost a session.
///
/// `PostgresConnection+Connect` makes it, `+Query` and `+Rows` run statements, `+Transaction`
/// brackets them.
public actor PostgresConnection {
  /// Where a connection stands between two statements.
  enum Bracket { case none, transaction }

  public nonisolated let loop: EventLoop
  public nonisolated let configuration: PostgresConfiguration

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  var handle: ConnectionHandle?
  var registration: Registration?
  var statements: StatementCache?
  /// Of the statement whose rows are handed over as they come, where it is prepared.
  var keyOfRows: StatementCache.Key?
  /// Whether a pooler stands between: what belongs to a session (names of statements, LISTEN, SET)
  /// may be somebody else's by the next transaction, so none of it is used.
  public internal(set) var isPooled = false
  /// Whether each transaction must say that its commit is to be on disk when it is answered: behind
  /// a pooler, before a database that does not wait for it by itself.
  var setsDurability = false
  /// Whether statements go on when their task is cancelled; only deadlines end them then.
  var ignoresCancellation = false
  var isBusy = false
  var bracket = Bracket.none

  init(_ configuration: PostgresConfiguration, on loop: EventLoop) {
    self.configuration = configuration
    self.loop = loop
  }

  isolated deinit {
    close()
  }

  /// Says goodbye to the server and gives the socket back; later statements fail with `closed`.
  ///
  /// A statement under way ends with `connectionLost`, and the server is asked to stop it.
  public func close() {
    if isBusy { handle?.makeCancelKey()?.request() }
    if let registration { loop.detach(registration) }
    registration = nil
    handle = nil
  }

  public var isClosed: Bool { handle == nil }

  /// Whether statements go over TLS.
  public var usesTLS: Bool { handle?.usesTLS ?? false }

  /// The server process of this connection (`pg_backend_pid()`), 0 when closed.
  public var backendProcess: Int32 { handle?.backendProcess ?? 0 }

  /// The server's version as libpq counts, 150018 for 15.18; 0 when closed.
  public var serverVersion: Int32 { handle?.serverVersion ?? 0 }

  /// Whether the server is inside a transaction block that has not failed.
  var isInTransaction: Bool { handle?.transactionStatus == PQTRANS_INTRANS }

  /// Whether the connection can be lent to somebody else: open, idle, in no transaction.
  var isReusable: Bool {
    guard let handle, !isBusy, bracket == .none else { return false }
    return !handle.isBroken && handle.transactionStatus == PQTRANS_IDLE
  }

  /// Whether an idle connection still stands, found out without waiting; a dead one is closed.
  func isAlive() -> Bool {
    guard let handle, let registration, !isBusy else { return false }
    // None was asked for: they come of a LISTEN that somebody left behind in a pooler's session.
    handle.dropNotifications()
    guard let hasInput = loop.takeInput(registration) else {
      // The loop had no memory to watch the socket any longer.
      close()
      return false
    }
    // Without input since the last statement, the server has not ended the session either.
    guard hasInput else { return !handle.isBroken }
    // A server that ends first says so and then closes: twice, to come to the end of it.
    if handle.consumeInput() != .lost, handle.consumeInput() != .lost, !handle.isBroken {
      return true
    }
    close()
    return false
  }

  // MARK: One statement at a time

  /// Takes the connection for one statement.
  func begin() throws(PostgresError) -> (ConnectionHandle, Registration) {
    guard !isBusy else { throw .connectionBusy }
    guard let handle, let registration else { throw .closed }
    guard !isGivenUp else { throw .cancelled(.notApplied) }
    isBusy = true
    return (handle, registration)
  }

  /// Whether the task that uses the connection has been cancelled, and that matters.
  var isGivenUp: Bool { !ignoresCancellation && Task.isCancelled }

  /// What an unanswered statement may have done, by where it ran.
  var outcomeIfUnanswered: StatementOutcome {
    bracket == .transaction ? .notApplied : .unknown
  }

  /// Gives up a statement under way, and the connection with it.
  func abandon(_ error: WaitError, _ outcome: StatementOutcome) -> PostgresError {
    let isOurs = registration != nil
    close()
    isBusy = false
    switch error {
    case .timedOut: return .timedOut(outcome)
    // The wait also ends when the connection is closed under it.
    case .cancelled:
      return isOurs || isGivenUp ? .cancelled(outcome) : .connectionLost(outcome)
    }
  }

  /// Hands everything that was sent to the system.
  func flush(_ handle: ConnectionHandle, _ registration: Registration, until deadline: Deadline)
    async throws(WaitError)
  {
    // A failure shows in the result that follows.
    while handle.flush() == .mustWait {
      try await loop.wait(
        for: .write, on: registration, until: deadline, ignoresCancellation: ignoresCancellation)
    }
  }

  /// Waits for the next result; nil after the last.
  func nextResult(
    _ handle: ConnectionHandle, _ registration: Registration, until deadline: Deadline
  ) async throws(WaitError) -> ResultHandle? {
    while handle.isBusy {
      try await loop.wait(
        for: .read, on: registration, until: deadline, ignoresCancellation: ignoresCancellation)
      var intake = handle.consumeInput()
      // The rest is inside the TLS layer, where the loop does not see it.
      while intake == .hasMore {
        await Task.yield()
        guard !isGivenUp, self.registration != nil else { throw .cancelled }
        guard !deadline.hasPassed else { throw .timedOut }
        intake = handle.consumeInput()
      }
      guard intake == .done else {
        if handle.isBroken { break }
        // Without memory for what has come libpq keeps the connection, and would block for more.
        close()
        throw .cancelled
      }
    }
    return handle.nextResult()
  }
}

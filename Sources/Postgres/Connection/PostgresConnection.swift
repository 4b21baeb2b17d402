private import CPostgres
public import System

/// One connection to a PostgreSQL server, on one event loop.
///
/// It lives on its loop, and tasks of the loop use it, one at a time. A connection is either ready
/// for a statement or closed. Abandoning a statement (deadline, cancellation) closes the
/// connection, because the state of the protocol would be unknown, and requests that the server
/// cancel the statement. The connections of a pool ignore cancellation, so that an abandoned
/// request does not cost a session.
public final class PostgresConnection {
  /// The transaction state of a connection between two statements.
  enum TransactionState { case idle, inTransaction }

  public let loop: EventLoop
  public let configuration: PostgresConfiguration

  var handle: ConnectionHandle?
  var registration: Registration?
  var statements: StatementCache?
  /// The key of the statement whose rows are being read as they arrive, if it is prepared.
  var keyOfRows: StatementCache.Key?
  /// Whether a pooler is between this client and the server.
  ///
  /// Session state (statement names, LISTEN, SET) may then belong to another client by the next
  /// transaction, so the connection does not use any.
  public internal(set) var isPooled = false
  /// Whether statements and rows cross a network without TLS.
  public var isExposed: Bool {
    handle.map { Self.isExposed(to: $0.serverAddress, usesTLS: $0.usesTLS) } ?? false
  }
  /// The names of the database and of the server, such as `chatts on db.example.org:5432`; empty
  /// when closed.
  public var place: String { handle?.place ?? "" }
  /// Whether each transaction must request that its commit is on disk before the response: behind a
  /// pooler, when the database does not wait for the disk by default.
  var setsDurability = false
  /// Whether statements continue when their task is cancelled; then only deadlines end them.
  var ignoresCancellation = false
  var isBusy = false
  /// Whether a deadline passed while the server did not respond.
  private(set) var didTimeOut = false
  /// Whether a statement has found that the server became a standby. A new connection finds the new
  /// primary.
  var isOfStandby = false
  var transactionState = TransactionState.idle

  init(_ configuration: PostgresConfiguration, on loop: EventLoop) {
    self.configuration = configuration
    self.loop = loop
  }

  deinit {
    guard !loop.isCurrent else { return close() }
    // The last reference may be released anywhere; the loop must stop watching the socket before
    // it is closed.
    let rest = LoopBound((handle, registration), on: loop)
    Task(executorPreference: loop) {
      if let registration = rest.value.1 { rest.loop.detach(registration) }
    }
  }

  /// Ends the session and closes the socket. A statement in progress fails with `connectionLost`,
  /// later ones with `closed`.
  public func close() {
    if isBusy { handle?.makeCancelKey()?.request(on: loop) }
    if let registration { loop.detach(registration) }
    registration = nil
    handle = nil
  }

  public var isClosed: Bool { handle == nil }

  /// The server process of this connection (`pg_backend_pid()`); 0 when closed.
  public var backendProcess: Int32 { handle?.backendProcess ?? 0 }

  /// Whether the server is inside a transaction block that has not failed.
  var isInTransaction: Bool { handle?.transactionStatus == PQTRANS_INTRANS }

  /// Whether the connection can be lent again: open, idle, not in a transaction, to a primary.
  var isReusable: Bool {
    guard let handle, !isBusy, !isOfStandby, transactionState == .idle else { return false }
    return !handle.isBroken && handle.transactionStatus == PQTRANS_IDLE
  }

  /// Returns whether an idle connection is still open, without waiting; closes a dead one.
  func isAlive() -> Bool {
    guard let handle, let registration, !isBusy else { return false }
    // This session requested no notifications. Any come from a LISTEN that was left behind in a
    // pooler's session. libpq keeps them until they are fetched.
    while handle.takeNotification() != nil {}
    guard let hasInput = loop.takeInput(registration) else {
      // The loop had no memory to continue watching the socket.
      close()
      return false
    }
    // No input since the last statement: the server has not ended the session.
    guard hasInput else { return !handle.isBroken }
    // A server that ends the session sends a message and then closes. The second call reaches the
    // end of the stream.
    if handle.consumeInput() != .lost, handle.consumeInput() != .lost, !handle.isBroken {
      return true
    }
    close()
    return false
  }

  // MARK: One statement at a time

  /// Reserves the connection for one statement.
  func begin() throws(PostgresError) -> (ConnectionHandle, Registration) {
    guard !isBusy else { throw .connectionBusy }
    guard let handle, let registration else { throw .closed }
    guard !isGivenUp else { throw .cancelled(.notApplied) }
    isBusy = true
    return (handle, registration)
  }

  /// Whether the task that uses the connection has been cancelled and cancellation is not ignored.
  var isGivenUp: Bool { !ignoresCancellation && Task.isCancelled }

  /// The outcome of a statement without a response, which depends on whether it ran in a
  /// transaction.
  var outcomeWithoutResponse: StatementOutcome {
    transactionState == .inTransaction ? .notApplied : .unknown
  }

  /// Abandons a statement in progress, closes the connection and returns the error to throw.
  func abandon(_ error: WaitError, _ outcome: StatementOutcome) -> PostgresError {
    let isOurs = registration != nil
    close()
    isBusy = false
    switch error {
    case .timedOut:
      didTimeOut = true
      return .timedOut(outcome)
    // The wait also ends when the connection is closed meanwhile.
    case .cancelled:
      return isOurs || isGivenUp ? .cancelled(outcome) : .connectionLost(outcome)
    }
  }

  /// Flushes all queued output to the socket. Returns false when the connection is broken, which
  /// the result that follows reports too.
  @discardableResult
  func flush(_ handle: ConnectionHandle, _ registration: Registration, until deadline: Deadline)
    async throws(WaitError) -> Bool
  {
    while true {
      switch handle.flush() {
      case .done: return true
      case .failed: return false
      case .mustWait: break
      }
      try await loop.wait(
        for: .write, on: registration, until: deadline, ignoresCancellation: ignoresCancellation)
      // A server whose responses are not read stops reading.
      guard handle.consumeInput() != .lost else { return false }
    }
  }

  /// Waits for the next result; returns nil after the last.
  func nextResult(
    _ handle: ConnectionHandle, _ registration: Registration, until deadline: Deadline
  ) async throws(WaitError) -> ResultHandle? {
    while handle.isBusy {
      try await loop.wait(
        for: .read, on: registration, until: deadline, ignoresCancellation: ignoresCancellation)
      var intake = handle.consumeInput()
      // The rest is in the TLS layer, where epoll cannot report it.
      while intake == .hasMore {
        await Task.yield()
        guard !isGivenUp, self.registration != nil else { throw .cancelled }
        guard !deadline.hasPassed else { throw .timedOut }
        intake = handle.consumeInput()
      }
      guard intake == .done else {
        if handle.isBroken { break }
        // Without memory for the input, libpq keeps the connection and would block waiting for
        // more.
        close()
        throw .cancelled
      }
    }
    return handle.nextResult()
  }

  /// Whether a connection to a numeric address, which is empty for a Unix socket, crosses a network
  /// without TLS. Loopback addresses do not leave the machine.
  static func isExposed(to address: String, usesTLS: Bool) -> Bool {
    let isLocal = address.isEmpty || address.hasPrefix("127.") || address == "::1"
    return !usesTLS && !isLocal
  }
}

/// How to connect to a database and how to send statements to it.
public struct PostgresConfiguration: Sendable, Hashable {
  /// The use of prepared statements.
  public enum Statements: Sendable, Hashable {
    /// Named prepared statements, at most `countMax` per connection; the least recently used one is
    /// deallocated first.
    case named(countMax: Int)
    /// Statements without names, parsed at each use: for a pooler that assigns a server per
    /// transaction.
    ///
    /// When such a pooler is detected (`PostgresConnection.isPooled`), `named` is `unnamed` too.
    case unnamed
  }

  /// A `postgresql://` URL or `keyword=value` pairs, as in libpq; missing settings come from the
  /// `PG…` variables.
  ///
  /// It may contain a password and is never logged.
  public var connectionString: String
  public var statements: Statements

  public init(connectionString: String, statements: Statements = .named(countMax: 64)) {
    self.connectionString = connectionString
    self.statements = statements
  }
}

private import CPostgres
public import System

extension PostgresConnection {
  /// Maximum number of PQconnectPoll calls in one attempt; libpq needs about a dozen.
  private static let pollsMax = 1000

  /// Connects to the first server in the connection string that accepts the connection; fails with
  /// `unavailable` or `cancelled`.
  public static func connect(
    _ configuration: PostgresConfiguration, on loop: EventLoop, until deadline: Deadline
  ) async throws(PostgresError) -> PostgresConnection {
    let connection = PostgresConnection(configuration, on: loop)
    do throws(ConnectFailure) {
      try await connection.open(until: deadline)
    } catch {
      if Task.isCancelled { throw .cancelled(.notApplied) }
      throw .unavailable(error, retryAfter: .seconds(1))
    }
    return connection
  }

  private func open(until deadline: Deadline) async throws(ConnectFailure) {
    let plan = try ConnectionPlan(configuration.connectionString)
    var failure = ConnectFailure(cause: .unreachable, message: "no host to connect to")
    for attempt in plan.attempts {
      do throws(ConnectFailure) {
        return try await open(plan, at: attempt, until: deadline)
      } catch {
        failure = error
      }
      // As in libpq, a server that rejects our credentials ends the search.
      if case .refused(let state) = failure.cause, state.category == "28" { throw failure }
      if Task.isCancelled || deadline.hasPassed { throw failure }
    }
    throw failure
  }

  /// Tries every address of one server.
  private func open(
    _ plan: ConnectionPlan, at attempt: ConnectionPlan.Attempt, until deadline: Deadline
  ) async throws(ConnectFailure) {
    var failure = ConnectFailure(
      cause: .unreachable, message: "cannot resolve host name \(attempt.host ?? "")")
    let limit = min(deadline, .after(plan.connectTimeout))
    for attempt in try await resolve(attempt, until: limit) {
      do throws(ConnectFailure) {
        let limit = min(deadline, .after(plan.connectTimeout))
        return try await open(plan, attempt, until: limit)
      } catch {
        failure = error
      }
      if Task.isCancelled || deadline.hasPassed { throw failure }
    }
    throw failure
  }

  /// Returns one attempt for each address of a host name, which may have none. A host that needs no
  /// lookup results in one attempt.
  private func resolve(_ attempt: ConnectionPlan.Attempt, until deadline: Deadline)
    async throws(ConnectFailure) -> [ConnectionPlan.Attempt]
  {
    guard let host = attempt.host, attempt.hostAddress ?? "" == "", HostResolver.isName(host)
    else { return [attempt] }
    do throws(WaitError) {
      let addresses = try await HostResolver.addresses(of: host, on: loop, until: deadline)
      return addresses.map { address in
        var attempt = attempt
        attempt.hostAddress = address
        return attempt
      }
    } catch {
      throw .timedOut
    }
  }

  private func open(
    _ plan: ConnectionPlan, _ attempt: ConnectionPlan.Attempt, until deadline: Deadline
  ) async throws(ConnectFailure) {
    guard let handle = ConnectionHandle(starting: plan.parameters(for: attempt)) else {
      throw ConnectFailure(cause: .exhausted, message: "not enough memory for a connection")
    }
    var status = handle.isBroken ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING
    for _ in 0..<Self.pollsMax where status != PGRES_POLLING_OK {
      switch status {
      case PGRES_POLLING_READING: try await wait(for: .read, handle, until: deadline)
      case PGRES_POLLING_WRITING: try await wait(for: .write, handle, until: deadline)
      default: throw handle.connectFailure
      }
      status = handle.pollConnect()
    }
    guard status == PGRES_POLLING_OK, handle.setNonBlocking() else { throw handle.connectFailure }
    // From here on libpq keeps its socket until the connection is lost.
    registration = try attach(handle, trigger: .level)
    self.handle = handle
    do throws(PostgresError) {
      try await setUpSession(until: deadline)
    } catch {
      close()
      throw ConnectFailure(firstStatement: error)
    }
  }

  /// Runs the first statement, which detects a pooler and ensures that commits are durable.
  ///
  /// A pooler sends a process number of its own making, and the server behind it reports another
  /// one. A role, a database or a server may be configured not to wait for commits to reach the
  /// disk; this method makes transactions wait for it.
  ///
  /// Behind a pooler that assigns a server per transaction, the name of a statement may belong to
  /// another client's statement with a different text. Statements are therefore unnamed there.
  private func setUpSession(until deadline: Deadline) async throws(PostgresError) {
    let rows = try await query(
      "select pg_backend_pid(), current_setting('synchronous_commit')", until: deadline)
    guard let row = rows.first else { throw .unexpectedResponse("no row") }
    let (process, waitsForDisk) = try row.decode(Int32.self, String.self)
    isPooled = process != backendProcess
    if !isPooled, case .named(let countMax) = configuration.statements {
      statements = StatementCache(countMax: countMax)
    }
    guard waitsForDisk == "off" else { return }
    setsDurability = isPooled
    if !isPooled {
      try await run(
        script: "set synchronous_commit = on", outcome: .notApplied, until: deadline)
    }
  }

  /// Waits for the socket of a connection in progress.
  ///
  /// Each PQconnectPoll may close the socket and open another, even under the same number, so the
  /// loop watches the socket only during the wait.
  private func wait(for readiness: Readiness, _ handle: ConnectionHandle, until deadline: Deadline)
    async throws(ConnectFailure)
  {
    let registration = try attach(handle, trigger: .edge)
    defer { loop.detach(registration) }
    do throws(WaitError) {
      try await loop.wait(for: readiness, on: registration, until: deadline)
    } catch {
      throw .timedOut
    }
  }

  private func attach(
    _ handle: ConnectionHandle, trigger: EventLoop.Trigger
  ) throws(ConnectFailure) -> Registration {
    let socket = handle.socket
    guard socket >= 0 else { throw handle.connectFailure }
    do throws(Errno) {
      return try loop.attach(socket, trigger: trigger)
    } catch {
      throw ConnectFailure(
        cause: .exhausted, message: "could not watch the connection's socket: \(error)")
    }
  }
}

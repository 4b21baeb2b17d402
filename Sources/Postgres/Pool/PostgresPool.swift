public import System

/// A pool of connections to one database, which the tasks of one event loop share; bounded.
///
/// `PoolMachine` decides; this class connects, hands over, closes and sets timers. It lives on the
/// loop, as do its connections and its callers.
public final class PostgresPool {
  public let loop: EventLoop
  public let configuration: PostgresConfiguration
  public let limits: PoolLimits

  private typealias Lease = Result<Int, PostgresError>

  private struct Waiter {
    let deadline: Deadline
    let continuation: CheckedContinuation<Lease, Never>
  }

  private var machine: PoolMachine
  private var connections: [Int: PostgresConnection] = [:]
  private var attempts: [Int: Task<Void, Never>] = [:]
  private var waiters: [Int: Waiter] = [:]
  private var lastWaiter = 0
  private var lastFailure = ConnectFailure(cause: .unreachable, message: "not connected yet")
  private var timer: (at: Deadline, task: Task<Void, Never>)?
  /// Signaled when the last connection of a closing pool has been closed.
  private let end: AsyncEvent
  private var didClose = false
  /// Receives how long a connection was lent, which is the time of its statements, and whether it
  /// still works.
  public var didUse: ((_ time: Duration, _ works: Bool) -> Void)?

  /// Makes an empty pool; the first connection is made on first use.
  public init(
    _ configuration: PostgresConfiguration, limits: PoolLimits = PoolLimits(),
    on loop: EventLoop
  ) {
    self.configuration = configuration
    self.limits = limits
    self.loop = loop
    end = AsyncEvent(on: loop)
    machine = PoolMachine(limits: limits)
  }

  /// The number of tasks that wait for a connection.
  public var waiterCount: Int { machine.waiterCount }

  /// The number of open connections.
  public var connectionCount: Int { connections.count }

  /// The number of lent connections.
  public var lentCount: Int { machine.lentCount }

  /// Lends a connection for the duration of the body.
  ///
  /// A cancelled task leaves the queue. Once a task has a connection, only the deadline ends a
  /// statement, because abandoning a statement closes the session. Waiting for a connection fails
  /// with `poolExhausted`, `unavailable`, `cancelled` or `closed`. A connection that is returned
  /// broken or inside a transaction is closed.
  public func withConnection<Value>(
    until deadline: Deadline, _ body: (PostgresConnection) async throws -> Value
  ) async throws -> Value {
    let (number, connection) = try await lease(until: deadline)
    let began = Deadline.now
    defer { giveBack(number, connection, since: began) }
    return try await body(connection)
  }

  /// Runs one statement on any connection.
  @discardableResult
  public func query(_ statement: SQL, until deadline: Deadline) async throws(PostgresError)
    -> RowSet
  {
    let (number, connection) = try await lease(until: deadline)
    let began = Deadline.now
    defer { giveBack(number, connection, since: began) }
    return try await connection.query(statement, until: deadline)
  }

  /// Runs statements as one transaction on any connection.
  public func pipeline(_ batch: [SQL], until deadline: Deadline) async throws(PostgresError)
    -> [RowSet]
  {
    let (number, connection) = try await lease(until: deadline)
    let began = Deadline.now
    defer { giveBack(number, connection, since: began) }
    return try await connection.pipeline(batch, until: deadline)
  }

  /// Rejects new leases, waits for outstanding ones until the deadline, and closes everything. Call
  /// this from one task at a time.
  public func close(until deadline: Deadline) async {
    perform(machine.close(now: .now))
    for attempt in attempts.values { attempt.cancel() }
    if !didClose {
      // The wait has its own task, because that of the caller may have been cancelled.
      await loop.start(self) { pool in
        do throws(WaitError) {
          try await pool.end.wait(until: deadline)
        } catch {
          for connection in pool.connections.values { connection.close() }
          pool.didClose = true
        }
      }.value
    }
    timer?.task.cancel()
  }

  // MARK: Leases

  private func lease(until deadline: Deadline) async throws(PostgresError)
    -> (Int, PostgresConnection)
  {
    loop.checkIsolated()
    guard !Task.isCancelled else { throw .cancelled(.notApplied) }
    if !deadline.hasPassed, let idle = takeIdle() { return idle }
    lastWaiter += 1
    let waiter = lastWaiter
    let lease = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Lease, Never>) in
        guard !Task.isCancelled else {
          return continuation.resume(returning: .failure(.cancelled(.notApplied)))
        }
        waiters[waiter] = Waiter(deadline: deadline, continuation: continuation)
        perform(machine.wants(waiter, now: .now, until: deadline))
      }
    } onCancel: { [bound = LoopBound(self, on: loop)] in
      Task(executorPreference: bound.loop) { bound.value.giveUp(waiter) }
    }
    let number = try lease.get()
    guard let connection = connections[number] else { throw .closed }
    return (number, connection)
  }

  /// Returns an idle connection that is alive, without waiting.
  private func takeIdle() -> (Int, PostgresConnection)? {
    while let number = machine.takeIdle(now: .now) {
      if let connection = connections[number], connection.isAlive() {
        return (number, connection)
      }
      perform(machine.returned(number, isReusable: false, now: .now))
    }
    return nil
  }

  private func giveUp(_ number: Int) {
    guard let waiter = waiters.removeValue(forKey: number) else { return }
    machine.gaveUp(number)
    waiter.continuation.resume(returning: .failure(.cancelled(.notApplied)))
  }

  private func giveBack(_ number: Int, _ connection: PostgresConnection, since began: Deadline) {
    didUse?(Deadline.now.duration(since: began), connection.isReusable)
    perform(
      machine.returned(
        number, isReusable: connection.isReusable, didTimeOut: connection.didTimeOut, now: .now))
  }

  // MARK: Actions

  private func perform(_ actions: [PoolMachine.Action]) {
    var actions = actions[...]
    while let action = actions.popFirst() {
      switch action {
      case .open(let number): open(number)
      case .hand(let number, let waiter): actions += hand(number, to: waiter)[...]
      case .discard(let number):
        connections.removeValue(forKey: number)?.close()
      case .fail(let waiter, let failure):
        waiters.removeValue(forKey: waiter)?.continuation
          .resume(returning: .failure(error(failure)))
      case .didClose:
        didClose = true
        end.signal()
      }
    }
    keepTime()
  }

  private func hand(_ number: Int, to waiter: Int) -> [PoolMachine.Action] {
    guard let connection = connections[number], let entry = waiters[waiter] else {
      return machine.returned(number, isReusable: connections[number] != nil, now: .now)
    }
    guard connection.isAlive() else {
      return machine.lost(number, waiter: waiter, now: .now, until: entry.deadline)
    }
    waiters[waiter] = nil
    entry.continuation.resume(returning: .success(number))
    return []
  }

  private func error(_ failure: PoolMachine.Failure) -> PostgresError {
    switch failure {
    case .exhausted: .poolExhausted
    case .unavailable(let retryAfter): .unavailable(lastFailure, retryAfter: retryAfter)
    case .closed: .closed
    }
  }

  private func open(_ number: Int) {
    attempts[number] = loop.start(self) { pool in
      do throws(PostgresError) {
        let connection = try await PostgresConnection.connect(
          pool.configuration, on: pool.loop, until: .after(pool.limits.connectTimeout))
        pool.attempts[number] = nil
        connection.ignoresCancellation = true
        pool.connections[number] = connection
        pool.perform(pool.machine.opened(number, now: .now))
      } catch {
        pool.attempts[number] = nil
        if case .unavailable(let failure, _) = error { pool.lastFailure = failure }
        pool.perform(pool.machine.openFailed(number, now: .now, chance: .random(in: 0..<1)))
      }
    }
  }

  /// Schedules a task for the time at which the machine needs its next `tick`.
  private func keepTime() {
    let wake = machine.nextWake
    guard wake < timer?.at ?? .never else { return }
    timer?.task.cancel()
    let task = loop.start(self) { pool in
      do throws(WaitError) {
        try await pool.loop.sleep(until: wake)
      } catch {
        return
      }
      pool.timer = nil
      pool.perform(pool.machine.tick(now: .now))
    }
    timer = (wake, task)
  }
}

internal import System

/// The state machine of a pool: it assigns connections to waiters and decides when to open new
/// ones.
///
/// Every event returns the actions that the caller must perform, in order. Connections and waiters
/// are numbers here. After a failed attempt to connect, the database counts as unavailable until an
/// attempt succeeds. Meanwhile attempts are made one at a time, with pauses, and only while a task
/// waits.
struct PoolMachine {
  enum Action: Equatable {
    case open(connection: Int)
    /// Give an open connection to a waiter; if it is dead, the caller calls
    /// `lost(_:waiter:now:until:)`.
    case hand(connection: Int, waiter: Int)
    case discard(connection: Int)
    case fail(waiter: Int, Failure)
    /// The last connection of a closing pool has been closed.
    case didClose
  }

  enum Failure: Equatable {
    case exhausted
    case unavailable(retryAfter: Duration)
    case closed
  }

  private struct Waiter {
    let number: Int
    let since: Deadline
    let deadline: Deadline
  }

  let limits: PoolLimits
  private var idle: [(connection: Int, since: Deadline)] = []
  private var opening: Set<Int> = []
  /// The time at which each lent connection was lent.
  private var lent: [Int: Deadline] = [:]
  private var waiters: [Waiter] = []
  private var lastConnection = 0
  private var isClosing = false
  private var failuresInRow = 0
  private var unavailableSince = Deadline.never
  /// The earliest time of the next attempt; meaningful while unavailable.
  private var nextAttempt = Deadline.never

  init(limits: PoolLimits) {
    self.limits = limits
  }

  var isUnavailable: Bool { failuresInRow > 0 }
  var waiterCount: Int { waiters.count }
  var connectionCount: Int { idle.count + opening.count + lent.count }
  var idleCount: Int { idle.count }
  var lentCount: Int { lent.count }

  /// The time of the next call of `tick` if nothing else happens.
  var nextWake: Deadline {
    guard !waiters.isEmpty else { return oldestSpare?.advanced(by: limits.idleTimeout) ?? .never }
    let earliest = waiters.lazy.map { expiry(of: $0) }.min() ?? .never
    return isUnavailable && opening.isEmpty ? min(earliest, nextAttempt) : earliest
  }

  /// The time since which the longest-idle spare connection has been idle; nil when there is none.
  ///
  /// One connection is always kept.
  private var oldestSpare: Deadline? {
    guard connectionCount > 1 else { return nil }
    return idle.first?.since
  }

  // MARK: Waiters

  mutating func wants(_ waiter: Int, now: Deadline, until deadline: Deadline) -> [Action] {
    guard !isClosing else { return [.fail(waiter: waiter, .closed)] }
    guard waiters.count < limits.waitersMax else {
      return [.fail(waiter: waiter, isUnavailable ? unavailable(now) : .exhausted)]
    }
    waiters.append(Waiter(number: waiter, since: now, deadline: deadline))
    return advance(now)
  }

  /// Lends an idle connection if there is one and no task waits.
  ///
  /// The caller returns a dead connection as not reusable.
  mutating func takeIdle(now: Deadline) -> Int? {
    guard !isClosing, waiters.isEmpty, let (connection, _) = idle.popLast() else { return nil }
    lent[connection] = now
    return connection
  }

  /// Removes a waiter that no longer waits.
  mutating func gaveUp(_ waiter: Int) {
    waiters.removeAll { $0.number == waiter }
  }

  /// Takes back a lent connection.
  ///
  /// - Parameter didTimeOut: whether the server did not respond. It may be gone without notice, and
  ///   with it every connection that has not been used since.
  mutating func returned(
    _ connection: Int, isReusable: Bool, didTimeOut: Bool = false, now: Deadline
  ) -> [Action] {
    guard let since = lent.removeValue(forKey: connection) else { return [] }
    var actions: [Action] = []
    if didTimeOut {
      actions = idle.filter { $0.since <= since }.map { .discard(connection: $0.connection) }
      idle.removeAll { $0.since <= since }
    }
    guard isReusable, !isClosing else {
      return [.discard(connection: connection)] + actions + advance(now)
    }
    idle.append((connection, now))
    return actions + advance(now)
  }

  /// Handles a connection that was handed over but is dead: its waiter returns to the head of the
  /// queue.
  mutating func lost(_ connection: Int, waiter: Int, now: Deadline, until deadline: Deadline)
    -> [Action]
  {
    guard lent.removeValue(forKey: connection) != nil else { return [] }
    guard !isClosing else {
      return [.discard(connection: connection), .fail(waiter: waiter, .closed)] + advance(now)
    }
    waiters.insert(Waiter(number: waiter, since: now, deadline: deadline), at: 0)
    return [.discard(connection: connection)] + advance(now)
  }

  // MARK: Connection attempts

  mutating func opened(_ connection: Int, now: Deadline) -> [Action] {
    guard opening.remove(connection) != nil else { return [] }
    failuresInRow = 0
    unavailableSince = .never
    guard !isClosing else { return [.discard(connection: connection)] + advance(now) }
    idle.append((connection, now))
    return advance(now)
  }

  /// - Parameter chance: a random number from 0 up to, but not including, 1.
  mutating func openFailed(_ connection: Int, now: Deadline, chance: Double) -> [Action] {
    guard opening.remove(connection) != nil else { return [] }
    failuresInRow += 1
    unavailableSince = min(unavailableSince, now)
    nextAttempt = now.advanced(
      by: limits.backoff.delay(failures: failuresInRow, chance: chance))
    return advance(now)
  }

  // MARK: Time and closing

  mutating func tick(now: Deadline) -> [Action] { advance(now) }

  /// Stops lending; `didClose` follows when the last connection has been returned.
  mutating func close(now: Deadline) -> [Action] {
    guard !isClosing else { return [] }
    isClosing = true
    let refused = waiters.map { Action.fail(waiter: $0.number, .closed) }
    let discarded = idle.map { Action.discard(connection: $0.connection) }
    waiters.removeAll()
    idle.removeAll()
    return refused + discarded + advance(now)
  }

  // MARK: Decisions

  private mutating func advance(_ now: Deadline) -> [Action] {
    var actions = expireWaiters(now)
    while let waiter = waiters.first, let (connection, _) = idle.popLast() {
      waiters.removeFirst()
      lent[connection] = now
      actions.append(.hand(connection: connection, waiter: waiter.number))
    }
    while mayOpen(now) {
      lastConnection += 1
      opening.insert(lastConnection)
      actions.append(.open(connection: lastConnection))
    }
    // The connection that was returned last is lent first, so unneeded connections stay idle and
    // expire.
    while waiters.isEmpty, let since = oldestSpare, since.advanced(by: limits.idleTimeout) <= now {
      actions.append(.discard(connection: idle.removeFirst().connection))
    }
    if isClosing, connectionCount == 0 { actions.append(.didClose) }
    return actions
  }

  private func mayOpen(_ now: Deadline) -> Bool {
    guard !isClosing, waiters.count > opening.count, connectionCount < limits.connectionsMax
    else { return false }
    return !isUnavailable || (opening.isEmpty && nextAttempt <= now)
  }

  private mutating func expireWaiters(_ now: Deadline) -> [Action] {
    let expired = waiters.filter { expiry(of: $0) <= now }
    guard !expired.isEmpty else { return [] }
    waiters = waiters.filter { expiry(of: $0) > now }
    return expired.map { .fail(waiter: $0.number, isUnavailable ? unavailable(now) : .exhausted) }
  }

  private func expiry(of waiter: Waiter) -> Deadline {
    guard isUnavailable else { return waiter.deadline }
    return min(
      waiter.deadline, max(waiter.since, unavailableSince).advanced(by: limits.unavailableTimeout))
  }

  private func unavailable(_ now: Deadline) -> Failure {
    .unavailable(retryAfter: max(.seconds(1), nextAttempt.duration(since: now)))
  }
}

internal import Sockets

/// Who gets which connection, and when a new one is tried: the pool's mind, without its hands.
///
/// Every event returns the actions that the caller has to perform, in order. Connections and
/// waiters are numbers here. While the last attempt to connect has failed, the database counts as
/// away: one attempt at a time is made, with pauses, and only while somebody waits.
struct PoolMachine {
  enum Action: Equatable {
    case open(connection: Int)
    /// Give an open connection to a waiter; if it turns out dead: `lost(_:waiter:now:)`.
    case hand(connection: Int, waiter: Int)
    case discard(connection: Int)
    case fail(waiter: Int, Failure)
    /// The last connection of a closing pool has gone.
    case didClose
  }

  enum Failure: Equatable {
    case exhausted
    case away(retryAfter: Duration)
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
  /// Since when each has been with somebody.
  private var lent: [Int: Deadline] = [:]
  private var waiters: [Waiter] = []
  private var lastConnection = 0
  private var isClosing = false
  private var failuresInRow = 0
  private var awaySince = Deadline.never
  /// Not before this instant is the next attempt made; meaningful while away.
  private var nextAttempt = Deadline.never

  init(limits: PoolLimits) {
    self.limits = limits
  }

  var isAway: Bool { failuresInRow > 0 }
  var waiterCount: Int { waiters.count }
  var connectionCount: Int { idle.count + opening.count + lent.count }
  var idleCount: Int { idle.count }
  var lentCount: Int { lent.count }

  /// When `tick` is to be called next, if nothing else happens.
  var nextWake: Deadline {
    guard !waiters.isEmpty else { return oldestSpare?.advanced(by: limits.spareWaitMax) ?? .never }
    let earliest = waiters.lazy.map { expiry(of: $0) }.min() ?? .never
    return isAway && opening.isEmpty ? min(earliest, nextAttempt) : earliest
  }

  /// Since when the connection has been idle that would be missed last; one is always kept.
  private var oldestSpare: Deadline? {
    guard connectionCount > 1 else { return nil }
    return idle.first?.since
  }

  // MARK: Who wants a connection

  mutating func wants(_ waiter: Int, now: Deadline, until deadline: Deadline) -> [Action] {
    guard !isClosing else { return [.fail(waiter: waiter, .closed)] }
    guard waiters.count < limits.waitersMax else {
      return [.fail(waiter: waiter, isAway ? away(now) : .exhausted)]
    }
    waiters.append(Waiter(number: waiter, since: now, deadline: deadline))
    return advance(now)
  }

  /// Lends an idle connection where there is one and nobody waits; if it turns out dead, it is
  /// returned as not reusable.
  mutating func takeIdle(now: Deadline) -> Int? {
    guard !isClosing, waiters.isEmpty, let (connection, _) = idle.popLast() else { return nil }
    lent[connection] = now
    return connection
  }

  /// A waiter went away by itself.
  mutating func gaveUp(_ waiter: Int) {
    waiters.removeAll { $0.number == waiter }
  }

  /// A connection comes back from who had it.
  ///
  /// - Parameter didTimeOut: whether the server did not answer. It may be gone without a word, and
  ///   then so is every connection that nobody has used since.
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

  /// A connection that was just handed over turned out dead: its waiter goes first again.
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

  // MARK: What became of attempts

  mutating func opened(_ connection: Int, now: Deadline) -> [Action] {
    guard opening.remove(connection) != nil else { return [] }
    failuresInRow = 0
    awaySince = .never
    guard !isClosing else { return [.discard(connection: connection)] + advance(now) }
    idle.append((connection, now))
    return advance(now)
  }

  /// - Parameter chance: from 0 up to, not including, 1.
  mutating func openFailed(_ connection: Int, now: Deadline, chance: Double) -> [Action] {
    guard opening.remove(connection) != nil else { return [] }
    failuresInRow += 1
    awaySince = min(awaySince, now)
    nextAttempt = now.advanced(
      by: limits.backoff.delay(failures: failuresInRow, chance: chance))
    return advance(now)
  }

  // MARK: Time, and the end

  mutating func tick(now: Deadline) -> [Action] { advance(now) }

  /// Lends nothing any more; `didClose` follows when the last connection has come back.
  mutating func close(now: Deadline) -> [Action] {
    guard !isClosing else { return [] }
    isClosing = true
    let refused = waiters.map { Action.fail(waiter: $0.number, .closed) }
    let discarded = idle.map { Action.discard(connection: $0.connection) }
    waiters.removeAll()
    idle.removeAll()
    return refused + discarded + advance(now)
  }

  // MARK: Deciding

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
    // The one that was given back last is lent first, so those that no load needs grow old.
    while waiters.isEmpty, let since = oldestSpare, since.advanced(by: limits.spareWaitMax) <= now {
      actions.append(.discard(connection: idle.removeFirst().connection))
    }
    if isClosing, connectionCount == 0 { actions.append(.didClose) }
    return actions
  }

  private func mayOpen(_ now: Deadline) -> Bool {
    guard !isClosing, waiters.count > opening.count, connectionCount < limits.connectionsMax
    else { return false }
    return !isAway || (opening.isEmpty && nextAttempt <= now)
  }

  private mutating func expireWaiters(_ now: Deadline) -> [Action] {
    let expired = waiters.filter { expiry(of: $0) <= now }
    guard !expired.isEmpty else { return [] }
    waiters = waiters.filter { expiry(of: $0) > now }
    return expired.map { .fail(waiter: $0.number, isAway ? away(now) : .exhausted) }
  }

  private func expiry(of waiter: Waiter) -> Deadline {
    guard isAway else { return waiter.deadline }
    return min(waiter.deadline, max(waiter.since, awaySince).advanced(by: limits.awayWaitMax))
  }

  private func away(_ now: Deadline) -> Failure {
    .away(retryAfter: max(.seconds(1), nextAttempt.duration(since: now)))
  }
}

internal import Sockets

/// How much of each tick of a loop the connections of one address may use, so that others wait a few
/// milliseconds at most, however many connections it has and however much it sends on each.
///
/// What exceeds the quota waits for one of the next ticks, first come, first served; everybody
/// else's work of this tick is done before. A tick is one wait for events and the work that they
/// bring. An address has a quota on each loop, which its connections there share; it is touched on
/// that loop's thread alone, which is what makes it Sendable.
final class TickQuota: @unchecked Sendable {
  /// Work that costs about as much as a short list does: some 10 µs.
  static let unitsMax = 24
  /// A request, or one read of HTTP/2 frames.
  static let requestUnits = 1
  /// What one read of a handshake brings: a ClientHello costs some 250 µs.
  static let handshakeUnits = 8

  private let loop: EventLoop
  private var tick: UInt64 = 0
  /// What is used of this tick.
  private var usedUnits = 0
  /// Those that wait for a later tick, from `firstWaiter` on: two for each connection at most.
  private var waiters: [(units: Int, continuation: CheckedContinuation<Void, Never>)] = []
  private var firstWaiter = 0
  /// The connections that share it.
  var connectionCount = 0

  init(on loop: EventLoop) { self.loop = loop }

  /// Waits until there is something left of the quota, and uses it.
  func take(_ units: Int) async {
    if takeNow(units) { return }
    await withCheckedContinuation { continuation in
      let isFirst = waiters.isEmpty
      waiters.append((units, continuation))
      if isFirst { Task(executorPreference: loop) { await self.serveWaiters() } }
    }
  }

  private func takeNow(_ units: Int) -> Bool {
    guard waiters.isEmpty else { return false }
    beginTick()
    return use(units)
  }

  private func beginTick() {
    guard tick != loop.tick else { return }
    tick = loop.tick
    usedUnits = 0
  }

  /// The last work of a tick may exceed the quota.
  private func use(_ units: Int) -> Bool {
    guard usedUnits < Self.unitsMax else { return false }
    usedUnits += units
    return true
  }

  /// Lets in each tick as many go on as the quota allows, until none waits.
  private func serveWaiters() async {
    while firstWaiter < waiters.count {
      do throws(WaitError) {
        try await loop.nextTurn()
      } catch {
        // The loop stops: everybody ends as their connections do.
        usedUnits = .min
      }
      beginTick()
      while firstWaiter < waiters.count, use(waiters[firstWaiter].units) {
        waiters[firstWaiter].continuation.resume()
        firstWaiter += 1
      }
      // Under a lasting flood the queue never becomes empty.
      if firstWaiter > waiters.count / 2 {
        waiters.removeFirst(firstWaiter)
        firstWaiter = 0
      }
    }
    waiters = []
    firstWaiter = 0
  }
}

internal import System

/// The amount of work that the connections of one address may use in each tick of a loop.
///
/// Other addresses therefore wait for a few milliseconds at most, however many connections the
/// address has and however much it sends on each. Work over the quota waits for one of the next
/// ticks, first come, first served; the work of all other addresses in the current tick is done
/// before. A tick is one wait for events and the work that they cause.
///
/// An address has one quota per loop, which its connections there share. It lives on that loop.
final class TickQuota {
  /// Maximum units per tick. One unit is work that costs about as much as a short list: some 10 µs.
  static let unitsMax = 24
  /// Units of a request over HTTP/1.1, or of one read of HTTP/2 frames with its first request. Each
  /// further request of that read uses as many.
  static let requestUnits = 1
  /// Units of one read of a handshake: a ClientHello costs some 250 µs.
  static let handshakeUnits = 8

  private let loop: EventLoop
  private var tick: UInt64 = 0
  private var usedUnits = 0
  /// Waiters for a later tick, from index `firstWaiter` on; at most two per connection.
  private var waiters: [(units: Int, continuation: CheckedContinuation<Void, Never>)] = []
  private var firstWaiter = 0
  var connectionCount = 0

  init(on loop: EventLoop) { self.loop = loop }

  /// Waits until the quota has units left, and uses them.
  func take(_ units: Int) async {
    if waiters.isEmpty {
      beginTick()
      if use(units) { return }
    }
    await withCheckedContinuation { continuation in
      let isFirst = waiters.isEmpty
      waiters.append((units, continuation))
      if isFirst { loop.start(self) { await $0.serveWaiters() } }
    }
  }

  /// Returns units that were taken in this tick and not used.
  func putBack(_ units: Int) {
    if tick == loop.tick { usedUnits -= units }
  }

  private func beginTick() {
    guard tick != loop.tick else { return }
    tick = loop.tick
    usedUnits = 0
  }

  /// Uses units if any are left. The last use in a tick may exceed the quota.
  private func use(_ units: Int) -> Bool {
    guard usedUnits < Self.unitsMax else { return false }
    usedUnits += units
    return true
  }

  /// Resumes as many waiters in each tick as the quota allows, until none is left.
  private func serveWaiters() async {
    while firstWaiter < waiters.count {
      do throws(WaitError) {
        try await loop.nextTick()
      } catch {
        // The loop is stopping: all waiters resume and end with their connections.
        usedUnits = .min / 2
      }
      beginTick()
      while firstWaiter < waiters.count, use(waiters[firstWaiter].units) {
        waiters[firstWaiter].continuation.resume()
        firstWaiter += 1
      }
      // Under a sustained flood the queue never becomes empty.
      if firstWaiter > waiters.count / 2 {
        waiters.removeFirst(firstWaiter)
        firstWaiter = 0
      }
    }
    waiters = []
    firstWaiter = 0
  }

  /// The units that one read of HTTP/2 frames takes for its requests.
  ///
  /// The requests of a client tend to arrive as many at a time as before. They get their units
  /// together, so that their responses are written together.
  struct ReadUnits {
    /// Maximum requests for which a read takes units in advance.
    static let requestsMax = 8

    private var unusedUnits = 0
    private var requestCount = 0
    /// Requests of the last read that had any, up to the maximum.
    private var expectedRequestCount = 1

    mutating func begin() -> Int {
      requestCount = 0
      unusedUnits = requestUnits * expectedRequestCount
      return unusedUnits
    }

    /// Counts a request; returns false when the read has no unit left for it.
    mutating func use() -> Bool {
      requestCount += 1
      guard unusedUnits >= requestUnits else { return false }
      unusedUnits -= requestUnits
      return true
    }

    /// Returns the units that are left. A read without requests uses as many as one request.
    mutating func end() -> Int {
      if requestCount > 0 {
        expectedRequestCount = min(requestCount, Self.requestsMax)
      } else {
        unusedUnits = max(0, unusedUnits - requestUnits)
      }
      defer { unusedUnits = 0 }
      return unusedUnits
    }
  }
}

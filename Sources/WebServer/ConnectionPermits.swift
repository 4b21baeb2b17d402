internal import HTTP
private import Sockets

/// How many connections may be open, in all and from one address, over all loops.
///
/// A permit is taken before accept(2), so that a full server leaves the rest in the kernel's queue
/// in place of taking them in to turn them away.
final class ConnectionPermits: Sendable {
  private struct State {
    var openCount = 0
    var admittedCount: UInt64 = 0
    var countByAddress: [AddressKey: Int] = [:]
    var waiters: [CheckedContinuation<Bool, Never>] = []
    var isClosed = false
  }

  private let connectionsMax: Int
  private let connectionsPerAddressMax: Int
  private let state = Lock(State())

  init(connectionsMax: Int, connectionsPerAddressMax: Int) {
    precondition(connectionsMax > 0 && connectionsPerAddressMax > 0)
    self.connectionsMax = connectionsMax
    self.connectionsPerAddressMax = connectionsPerAddressMax
  }

  var openCount: Int { state.withLock { $0.openCount } }

  /// Waits for a permit for one more connection; false when the server has stopped accepting.
  func take() async -> Bool {
    await withCheckedContinuation { continuation in
      let answer: Bool? = state.withLock { state in
        if state.isClosed { return false }
        if state.openCount < connectionsMax {
          state.openCount += 1
          return true
        }
        // One waiter for each listener of each loop: the queue is as long as they are many.
        state.waiters.append(continuation)
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  /// Counts a connection from an address and numbers it, one after the other over all loops; nil
  /// when the address has as many as it may.
  func admit(_ address: AddressKey) -> UInt64? {
    state.withLock { state in
      let count = state.countByAddress[address, default: 0]
      guard count < connectionsPerAddressMax else { return nil }
      state.countByAddress[address] = count + 1
      state.admittedCount += 1
      return state.admittedCount
    }
  }

  /// Gives back what `admit` counted.
  func dismiss(_ address: AddressKey) {
    state.withLock { state in
      let count = state.countByAddress[address, default: 1] - 1
      state.countByAddress[address] = count > 0 ? count : nil
    }
  }

  /// Gives a permit back; it passes to the one who waits longest.
  func release() {
    let next: CheckedContinuation<Bool, Never>? = state.withLock { state in
      if !state.waiters.isEmpty, !state.isClosed { return state.waiters.removeFirst() }
      state.openCount -= 1
      return nil
    }
    next?.resume(returning: true)
  }

  /// Ends the waiting of all who wait; from now on there are no permits.
  func close() {
    let waiters = state.withLock { state in
      state.isClosed = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume(returning: false) }
  }
}

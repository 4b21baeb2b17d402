internal import HTTP
private import EventLoop

/// A semaphore for the open connections of all loops, with a limit per address.
///
/// A connection is counted before accept(2), so that a full server leaves further connections in
/// the kernel's queue instead of accepting and closing them.
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

  /// Waits until one more connection may be open; returns false when the server has stopped
  /// accepting.
  func take() async -> Bool {
    await withCheckedContinuation { continuation in
      let answer: Bool? = state.withLock { state in
        if state.isClosed { return false }
        if state.openCount < connectionsMax {
          state.openCount += 1
          return true
        }
        // There is one waiter per listener and loop, which bounds the queue.
        state.waiters.append(continuation)
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  /// Counts a connection of an address and returns its number, consecutive over all loops; nil when
  /// the address has reached its limit.
  func admit(_ address: AddressKey) -> UInt64? {
    state.withLock { state in
      let count = state.countByAddress[address, default: 0]
      guard count < connectionsPerAddressMax else { return nil }
      state.countByAddress[address] = count + 1
      state.admittedCount += 1
      return state.admittedCount
    }
  }

  /// Reverts one call of `admit`.
  func dismiss(_ address: AddressKey) {
    state.withLock { state in
      let count = state.countByAddress[address, default: 1] - 1
      state.countByAddress[address] = count > 0 ? count : nil
    }
  }

  /// Reverts one call of `take`; the longest waiter continues.
  func release() {
    let next: CheckedContinuation<Bool, Never>? = state.withLock { state in
      if !state.waiters.isEmpty, !state.isClosed { return state.waiters.removeFirst() }
      state.openCount -= 1
      return nil
    }
    next?.resume(returning: true)
  }

  /// Ends all waits; from now on `take` returns false.
  func close() {
    let waiters = state.withLock { state in
      state.isClosed = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume(returning: false) }
  }
}

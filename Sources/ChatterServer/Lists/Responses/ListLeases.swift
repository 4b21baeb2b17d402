internal import HTTP
internal import System

/// The responses that are being sent and that hold a list, oldest first.
///
/// When segments that only slow clients hold exceed their limit, the oldest responses are ended.
final class ListLeases: Sendable {
  /// One in this many responses is ended at once, and at least one. More are ended only after all
  /// of these have ended and released their memory.
  private static let revokedFraction = 4

  private struct Entry {
    var isRevoked = false
    var giveUp: (@Sendable () -> Void)?
  }

  private struct State {
    var lastNumber: UInt64 = 0
    /// Every lease with a smaller number has ended or is revoked.
    var oldest: UInt64 = 1
    var entries: [UInt64: Entry] = [:]
    /// The number of revoked leases whose responses have not ended.
    var revokedCount = 0
  }

  private let state = Lock(State())

  var count: Int { state.withLock { $0.entries.count } }

  /// Registers a response that holds a value until its lease is released.
  func make(holding owner: any Sendable) -> ListLease {
    let number = state.withLock { state in
      state.lastNumber += 1
      state.entries[state.lastNumber] = Entry()
      return state.lastNumber
    }
    return ListLease(number, holding: owner, of: self)
  }

  fileprivate func didEnd(_ number: UInt64) {
    state.withLock { state in
      if state.entries.removeValue(forKey: number)?.isRevoked ?? false { state.revokedCount -= 1 }
    }
  }

  /// Stores the closure that ends a response, or calls it if the lease is already revoked.
  fileprivate func set(_ giveUp: @escaping @Sendable () -> Void, for number: UInt64) {
    let isRevoked = state.withLock { state in
      if state.entries[number]?.isRevoked ?? false { return true }
      state.entries[number]?.giveUp = giveUp
      return false
    }
    if isRevoked { giveUp() }
  }

  /// Ends the oldest responses, unless revoked ones have not ended yet.
  func revokeOldest() {
    let actions = state.withLock { state -> [@Sendable () -> Void] in
      guard state.revokedCount == 0 else { return [] }
      let wanted = (state.entries.count + Self.revokedFraction - 1) / Self.revokedFraction
      var actions: [@Sendable () -> Void] = []
      while state.revokedCount < wanted, state.oldest <= state.lastNumber {
        defer { state.oldest += 1 }
        guard let entry = state.entries[state.oldest] else { continue }
        state.entries[state.oldest] = Entry(isRevoked: true)
        state.revokedCount += 1
        if let giveUp = entry.giveUp { actions.append(giveUp) }
      }
      return actions
    }
    for giveUp in actions { giveUp() }
  }
}

/// The reference of a response to a list, held until the response is written or ended.
final class ListLease: ResponseLease {
  private let number: UInt64
  private let owner: any Sendable
  private let leases: ListLeases

  fileprivate init(_ number: UInt64, holding owner: any Sendable, of leases: ListLeases) {
    self.number = number
    self.owner = owner
    self.leases = leases
  }

  deinit {
    leases.didEnd(number)
  }

  func onRevocation(_ giveUp: @escaping @Sendable () -> Void) {
    leases.set(giveUp, for: number)
  }
}

internal import HTTP
internal import Sockets

/// The responses that are being sent and hold a list, the oldest first.
///
/// When what is no longer in the list, but still held, exceeds its share of memory, the oldest are
/// given up: a client that reads slowly holds segments that newer lists have replaced.
final class ListLeases: Sendable {
  /// This part of the responses is given up at once, one at least; what they held is free when all of
  /// them have ended, and only then more are.
  private static let revokedShare = 4

  private struct Entry {
    var isRevoked = false
    var giveUp: (@Sendable () -> Void)?
  }

  private struct State {
    var lastNumber: UInt64 = 0
    /// No lease before this one is both held and not revoked.
    var oldest: UInt64 = 1
    var entries: [UInt64: Entry] = [:]
    /// Of those that are revoked, how many have not ended.
    var revokedCount = 0
  }

  private let state = Lock(State())

  /// How many are held.
  var count: Int { state.withLock { $0.entries.count } }

  /// Registers a response that holds something until its lease is dropped.
  func make(holding content: any AnyObject & Sendable) -> ListLease {
    let number = state.withLock { state in
      state.lastNumber += 1
      state.entries[state.lastNumber] = Entry()
      return state.lastNumber
    }
    return ListLease(number, holding: content, of: self)
  }

  fileprivate func didEnd(_ number: UInt64) {
    state.withLock { state in
      if state.entries.removeValue(forKey: number)?.isRevoked ?? false { state.revokedCount -= 1 }
    }
  }

  /// Keeps what gives a response up, or runs it where the lease was revoked before.
  fileprivate func set(_ giveUp: @escaping @Sendable () -> Void, for number: UInt64) {
    let isRevoked = state.withLock { state in
      if state.entries[number]?.isRevoked ?? false { return true }
      state.entries[number]?.giveUp = giveUp
      return false
    }
    if isRevoked { giveUp() }
  }

  /// Gives up the oldest responses, unless some are about to end.
  func revokeOldest() {
    let actions = state.withLock { state -> [@Sendable () -> Void] in
      guard state.revokedCount == 0 else { return [] }
      let wanted = (state.entries.count + Self.revokedShare - 1) / Self.revokedShare
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

/// What a response holds of a list, until it is written or given up.
final class ListLease: ResponseLease {
  private let number: UInt64
  private let content: any AnyObject & Sendable
  private let leases: ListLeases

  fileprivate init(
    _ number: UInt64, holding content: any AnyObject & Sendable, of leases: ListLeases
  ) {
    self.number = number
    self.content = content
    self.leases = leases
  }

  deinit {
    leases.didEnd(number)
  }

  func onRevocation(_ giveUp: @escaping @Sendable () -> Void) {
    leases.set(giveUp, for: number)
  }
}

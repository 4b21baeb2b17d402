internal import HTTP
internal import Sockets
private import Synchronization

/// Memory that all connections share, counted in total and for each address.
///
/// A claim that would exceed a limit does not lose to those that came before it: the claims that
/// cost most, by the bytes that they hold and the time since they began, are revoked first. An
/// address over its own limit pays with its own claims; when the total is exhausted, the address
/// that holds most does. So one address never takes memory from the others.
final class MemoryQuota: Sendable {
  /// Claims are counted in steps of this size, the first one from its first byte.
  static let stepBytes = 16 * 1024

  /// What the connections of one address hold. The connections own it; the quota only finds it.
  final class Account: Sendable {
    let quota: MemoryQuota
    fileprivate let address: AddressKey
    fileprivate let held = Atomic<Int>(0)

    fileprivate init(_ address: AddressKey, in quota: MemoryQuota) {
      self.address = address
      self.quota = quota
    }

    deinit { quota.forget(address) }

    /// Bytes that are counted for the address.
    var heldBytes: Int { held.load(ordering: .relaxed) }
  }

  private struct KnownAccount {
    weak var account: Account?
  }

  private struct State {
    var accounts: [AddressKey: KnownAccount] = [:]
    /// Claims that can be revoked.
    var claims: [ObjectIdentifier: MemoryClaim] = [:]
  }

  let bytesMax: Int
  let bytesPerAddressMax: Int
  private let held = Atomic<Int>(0)
  private let state = Lock(State())

  init(bytesMax: Int, bytesPerAddressMax: Int) {
    precondition(
      bytesPerAddressMax >= Self.stepBytes && bytesMax >= bytesPerAddressMax,
      "one address may hold something, and never more than all")
    self.bytesMax = bytesMax
    self.bytesPerAddressMax = bytesPerAddressMax
  }

  /// Bytes that are counted for all addresses.
  var heldBytes: Int { held.load(ordering: .relaxed) }

  /// The account of an address, shared by all of its connections.
  func account(of address: AddressKey) -> Account {
    state.withLock { state in
      if let known = state.accounts[address]?.account { return known }
      let account = Account(address, in: self)
      state.accounts[address] = KnownAccount(account: account)
      return account
    }
  }

  private func forget(_ address: AddressKey) {
    // A newer account of the address is let go of outside the lock: if this is the last reference to
    // it, it calls this again.
    _ = state.withLock { state in
      let newer = state.accounts[address]?.account
      if newer == nil { state.accounts[address] = nil }
      return newer
    }
  }

  // MARK: Claims

  /// Counts a claim as holding at least so many bytes; the bytes of claims that pay for it are no
  /// longer counted, and their owners let go of them soon.
  ///
  /// - Returns: false when the claim itself costs most, or was revoked: its owner must end it.
  func raise(_ claim: MemoryClaim, to bytes: Int, now: Deadline? = nil) -> Bool {
    guard !claim.isRevoked, let counted = Self.counted(bytes) else { return false }
    let more = counted - claim.heldBytes
    guard more > 0 else { return true }
    let total = count(more, for: claim)
    guard total > bytesMax || claim.account.heldBytes > bytesPerAddressMax else { return true }
    if makeRoom(for: claim, now: now ?? .now) { return true }
    _ = count(-more, for: claim)
    return false
  }

  /// Counts a claim as holding at most so many bytes.
  func lower(_ claim: MemoryClaim, to bytes: Int) {
    guard let counted = Self.counted(bytes) else { return }
    let less = claim.heldBytes - counted
    if less > 0 { _ = count(-less, for: claim) }
  }

  /// Counts a claim as holding nothing more; the last call of its owner.
  func release(_ claim: MemoryClaim) {
    unlist(claim)
    // Negative where the claim was revoked while it was lowered: what was taken off twice is put back.
    let bytes = claim.held.exchange(0, ordering: .relaxed)
    if bytes != 0 { subtract(bytes, of: claim.account) }
  }

  /// Bytes in whole steps; nil where they are more than can be counted.
  private static func counted(_ bytes: Int) -> Int? {
    let (padded, overflows) = bytes.addingReportingOverflow(stepBytes - 1)
    return overflows ? nil : padded / stepBytes * stepBytes
  }

  /// Lets a claim be revoked from now on: its owner waits for its peer.
  func list(_ claim: MemoryClaim) {
    guard !claim.isListed else { return }
    claim.isListed = true
    state.withLock { $0.claims[ObjectIdentifier(claim)] = claim }
  }

  /// Keeps a claim from being revoked: its owner no longer waits for its peer.
  func unlist(_ claim: MemoryClaim) {
    guard claim.isListed else { return }
    claim.isListed = false
    state.withLock { _ = $0.claims.removeValue(forKey: ObjectIdentifier(claim)) }
  }

  /// Counts bytes up or down, and returns the new total.
  private func count(_ bytes: Int, for claim: MemoryClaim) -> Int {
    claim.held.add(bytes, ordering: .relaxed)
    claim.account.held.add(bytes, ordering: .relaxed)
    return held.add(bytes, ordering: .relaxed).newValue
  }

  private func subtract(_ bytes: Int, of account: Account) {
    account.held.subtract(bytes, ordering: .relaxed)
    held.subtract(bytes, ordering: .relaxed)
  }

  // MARK: Making room

  /// Revokes the claims that cost most until both limits hold; false where `claim` is one of them.
  private func makeRoom(for claim: MemoryClaim, now: Deadline) -> Bool {
    var revoked: [MemoryClaim] = []
    let fits = state.withLock { state in
      while let account = overdrawn(claim, state) {
        let worst = Self.costliest(of: account, in: state, beside: claim, now: now)
        guard let worst, worst !== claim else { return false }
        state.claims[ObjectIdentifier(worst)] = nil
        worst.markRevoked()
        subtract(worst.held.exchange(0, ordering: .relaxed), of: account)
        revoked.append(worst)
      }
      return true
    }
    // Outside the lock: what is called may end claims and connections.
    for claim in revoked { claim.onRevocation() }
    return fits
  }

  /// The account that must give something up, nil where both limits hold.
  private func overdrawn(_ claim: MemoryClaim, _ state: borrowing State) -> Account? {
    if claim.account.heldBytes > bytesPerAddressMax { return claim.account }
    guard heldBytes > bytesMax else { return nil }
    var heaviest = claim.account
    for other in state.claims.values where other.account.heldBytes > heaviest.heldBytes {
      heaviest = other.account
    }
    return heaviest
  }

  private static func costliest(
    of account: Account, in state: borrowing State, beside claim: MemoryClaim, now: Deadline
  ) -> MemoryClaim? {
    var worst = claim.account === account ? claim : nil
    var worstCost = worst?.cost(at: now) ?? 0
    for other in state.claims.values where other.account === account {
      let cost = other.cost(at: now)
      if cost > worstCost || worst == nil { (worst, worstCost) = (other, cost) }
    }
    return worst
  }
}

/// What one body, or one stalled connection, holds of a quota. Its owner is on one loop; it may be
/// revoked from any thread.
final class MemoryClaim: Sendable {
  let account: MemoryQuota.Account
  private let began: Deadline
  /// Wakes the owner, on whatever thread it is called.
  fileprivate let onRevocation: @Sendable () -> Void
  fileprivate let held = Atomic<Int>(0)
  private let revoked = Atomic<Bool>(false)
  private let listed = Atomic<Bool>(false)

  init(
    on account: MemoryQuota.Account, since began: Deadline = .now,
    onRevocation: @escaping @Sendable () -> Void
  ) {
    self.account = account
    self.began = began
    self.onRevocation = onRevocation
  }

  /// Whether its owner must end what it is for: its bytes are no longer counted.
  var isRevoked: Bool { revoked.load(ordering: .acquiring) }

  /// Bytes that are counted for it.
  var heldBytes: Int { held.load(ordering: .relaxed) }

  /// Only its owner's thread writes this.
  fileprivate var isListed: Bool {
    get { listed.load(ordering: .relaxed) }
    set { listed.store(newValue, ordering: .relaxed) }
  }

  fileprivate func markRevoked() { revoked.store(true, ordering: .releasing) }

  /// Bytes held, times the seconds since it began: high for what is large, and for what is slow.
  fileprivate func cost(at now: Deadline) -> Double {
    Double(heldBytes) * (1 + now.duration(since: began) / .seconds(1))
  }
}

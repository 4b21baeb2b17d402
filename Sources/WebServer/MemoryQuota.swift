internal import HTTP
private import Synchronization
internal import System

/// A quota of memory for all connections, counted in total and for each address.
///
/// A claim over a limit is not rejected in favour of earlier ones. Instead, the claims that cost
/// most, by the bytes that they hold and the time since they began, are revoked first. An address
/// over its own limit loses claims of its own; when the total is exhausted, the address that holds
/// most loses claims. One address therefore never takes memory from the others.
final class MemoryQuota: Sendable {
  /// Claims are rounded up to a multiple of this many bytes.
  static let stepBytes = 16 * 1024

  /// The memory held by the connections of one address. The connections own it; the quota has a
  /// weak reference.
  final class Account: Sendable {
    let quota: MemoryQuota
    fileprivate let address: AddressKey
    fileprivate let held = Atomic<Int>(0)

    fileprivate init(_ address: AddressKey, in quota: MemoryQuota) {
      self.address = address
      self.quota = quota
    }

    deinit { quota.forget(address) }

    var heldBytes: Int { held.load(ordering: .relaxed) }
  }

  private struct WeakAccount {
    weak var account: Account?
  }

  private struct State {
    var accounts: [AddressKey: WeakAccount] = [:]
    var claims: [ObjectIdentifier: MemoryClaim] = [:]
  }

  let bytesMax: Int
  let bytesPerAddressMax: Int
  private let held = Atomic<Int>(0)
  private let state = Lock(State())

  init(bytesMax: Int, bytesPerAddressMax: Int) {
    precondition(
      bytesPerAddressMax >= Self.stepBytes && bytesMax >= bytesPerAddressMax,
      "bytesPerAddressMax must be from stepBytes to bytesMax")
    self.bytesMax = bytesMax
    self.bytesPerAddressMax = bytesPerAddressMax
  }

  var heldBytes: Int { held.load(ordering: .relaxed) }

  /// Returns the account of an address, which all of its connections share.
  func account(of address: AddressKey) -> Account {
    state.withLock { state in
      if let existing = state.accounts[address]?.account { return existing }
      let account = Account(address, in: self)
      state.accounts[address] = WeakAccount(account: account)
      return account
    }
  }

  private func forget(_ address: AddressKey) {
    // A newer account of the address is released outside the lock: if this is the last reference to
    // it, its deinitializer calls this function again.
    _ = state.withLock { state in
      let newer = state.accounts[address]?.account
      if newer == nil { state.accounts[address] = nil }
      return newer
    }
  }

  // MARK: Claims

  /// Counts a claim as holding `bytes` bytes. Returns false when the claim itself costs most, or
  /// was revoked: its owner must end it. The owners of claims that are revoked for it release their
  /// memory soon.
  func resize(_ claim: MemoryClaim, to bytes: Int, now: Deadline? = nil) -> Bool {
    guard !claim.isRevoked, let counted = Self.counted(bytes) else { return false }
    let more = counted - claim.heldBytes
    guard more != 0 else { return true }
    let total = count(more, for: claim)
    let isOver = total > bytesMax || claim.account.heldBytes > bytesPerAddressMax
    guard more > 0, isOver else { return true }
    if revokeClaims(for: claim, now: now ?? .now) { return true }
    _ = count(-more, for: claim)
    return false
  }

  /// Counts `bytes` bytes, as `resize`, for a claim that exists only while there are any.
  func set(_ claim: inout MemoryClaim?, to bytes: Int, make: () -> MemoryClaim) -> Bool {
    guard bytes > 0 else {
      if let claim { release(claim) }
      claim = nil
      return true
    }
    let current = claim ?? make()
    claim = current
    return resize(current, to: bytes)
  }

  /// Counts a claim as holding nothing; this is the last call of its owner.
  func release(_ claim: MemoryClaim) {
    unlist(claim)
    // Negative if the claim was revoked while it was lowered: this restores what was subtracted
    // twice.
    let bytes = claim.held.exchange(0, ordering: .relaxed)
    if bytes != 0 { subtract(bytes, of: claim.account) }
  }

  /// Returns bytes rounded up to whole steps; nil when the result overflows.
  private static func counted(_ bytes: Int) -> Int? {
    let (padded, overflows) = bytes.addingReportingOverflow(stepBytes - 1)
    return overflows ? nil : padded / stepBytes * stepBytes
  }

  /// Makes a claim revocable, because its owner waits for its peer.
  func list(_ claim: MemoryClaim) {
    guard !claim.isListed else { return }
    claim.isListed = true
    state.withLock { $0.claims[ObjectIdentifier(claim)] = claim }
  }

  /// Protects a claim from being revoked, because its owner no longer waits for its peer.
  func unlist(_ claim: MemoryClaim) {
    guard claim.isListed else { return }
    claim.isListed = false
    state.withLock { _ = $0.claims.removeValue(forKey: ObjectIdentifier(claim)) }
  }

  /// Adds bytes, which may be negative, to all counts; returns the new total.
  private func count(_ bytes: Int, for claim: MemoryClaim) -> Int {
    claim.held.add(bytes, ordering: .relaxed)
    claim.account.held.add(bytes, ordering: .relaxed)
    return held.add(bytes, ordering: .relaxed).newValue
  }

  private func subtract(_ bytes: Int, of account: Account) {
    account.held.subtract(bytes, ordering: .relaxed)
    held.subtract(bytes, ordering: .relaxed)
  }

  // MARK: Revocation

  /// Revokes the claims that cost most until both limits hold; returns false if `claim` is one of
  /// them.
  private func revokeClaims(for claim: MemoryClaim, now: Deadline) -> Bool {
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
    // Outside the lock, because the callbacks may end claims and connections.
    for claim in revoked { claim.onRevocation() }
    return fits
  }

  /// Returns the account that must lose a claim; nil when both limits hold.
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

/// The memory of one body or one stalled connection, counted in a quota.
///
/// Its owner is on one loop. Any thread may revoke it.
final class MemoryClaim: Sendable {
  let account: MemoryQuota.Account
  private let began: Deadline
  /// Wakes the owner; called on any thread.
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

  /// Whether its owner must end the body or connection that it is for; its bytes are no longer
  /// counted.
  var isRevoked: Bool { revoked.load(ordering: .acquiring) }

  var heldBytes: Int { held.load(ordering: .relaxed) }

  /// Written only on its owner's thread.
  fileprivate var isListed: Bool {
    get { listed.load(ordering: .relaxed) }
    set { listed.store(newValue, ordering: .relaxed) }
  }

  fileprivate func markRevoked() { revoked.store(true, ordering: .releasing) }

  /// Bytes held, times one plus the seconds since the claim began: high for large and for slow
  /// claims.
  fileprivate func cost(at now: Deadline) -> Double {
    Double(heldBytes) * (1 + now.duration(since: began) / .seconds(1))
  }
}

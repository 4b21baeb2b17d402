internal import HTTP
internal import System

/// The memory that one request body holds, counted in a quota.
///
/// It is the number of bytes received, or the number that the app keeps if that is larger, because
/// a body with a content coding becomes longer.
struct BodyMemory: ~Copyable {
  private let account: MemoryQuota.Account
  private let onRevocation: @Sendable () -> Void
  private var claim: MemoryClaim?
  private(set) var arrivedBytes = 0
  private var reservedBytes = 0

  /// - Parameter onRevocation: wakes the task that waits for the rest of the body.
  init(on account: MemoryQuota.Account, onRevocation: @escaping @Sendable () -> Void) {
    self.account = account
    self.onRevocation = onRevocation
  }

  deinit { if let claim { account.quota.release(claim) } }

  var isRevoked: Bool { claim?.isRevoked ?? false }

  mutating func arrived(_ count: Int) throws(RequestBodyError) {
    arrivedBytes += count
    try raise()
  }

  /// Counts decoded bytes that the app keeps.
  mutating func reserved(_ count: Int) throws(RequestBodyError) {
    reservedBytes += count
    try raise()
  }

  private mutating func raise() throws(RequestBodyError) {
    let claim = self.claim ?? MemoryClaim(on: account, onRevocation: onRevocation)
    self.claim = claim
    guard account.quota.resize(claim, to: max(arrivedBytes, reservedBytes)) else {
      throw .quotaExhausted
    }
  }

  /// Records that the body waits for its client, so that it may be revoked in favour of others.
  mutating func waits() throws(RequestBodyError) {
    guard let claim else { return }
    account.quota.list(claim)
    if claim.isRevoked { throw .quotaExhausted }
  }

  mutating func ended() throws(RequestBodyError) {
    guard let claim else { return }
    account.quota.unlist(claim)
    if claim.isRevoked { throw .quotaExhausted }
  }

  /// Releases the counted bytes, when the app is done with the body.
  mutating func release() {
    if let claim { account.quota.release(claim) }
    claim = nil
  }
}

internal import HTTP
internal import Sockets

/// What one request body holds: what came of it, or what the app keeps of it if that is more, since
/// a coded body becomes longer.
struct BodyMemory: ~Copyable {
  private let account: MemoryQuota.Account
  private let onRevocation: @Sendable () -> Void
  private var claim: MemoryClaim?
  /// Bytes that have come.
  private(set) var arrivedBytes = 0
  private var keptBytes = 0

  /// - Parameter onRevocation: wakes the task that waits for the rest of the body.
  init(on account: MemoryQuota.Account, onRevocation: @escaping @Sendable () -> Void) {
    self.account = account
    self.onRevocation = onRevocation
  }

  deinit { if let claim { account.quota.release(claim) } }

  /// Whether the body must be given up.
  var isRevoked: Bool { claim?.isRevoked ?? false }

  /// Counts bytes that have come.
  mutating func arrived(_ count: Int) throws(RequestBodyError) {
    arrivedBytes += count
    try raise()
  }

  /// Counts bytes that the app keeps, decoded.
  mutating func kept(_ count: Int) throws(RequestBodyError) {
    keptBytes += count
    try raise()
  }

  private mutating func raise() throws(RequestBodyError) {
    let claim = self.claim ?? MemoryClaim(on: account, onRevocation: onRevocation)
    self.claim = claim
    guard account.quota.raise(claim, to: max(arrivedBytes, keptBytes)) else { throw .noRoom }
  }

  /// Notes that the rest of the body has to come from the client: others may be served instead.
  mutating func waits() throws(RequestBodyError) {
    guard let claim else { return }
    account.quota.list(claim)
    if claim.isRevoked { throw .noRoom }
  }

  /// Notes that all of the body is here.
  mutating func ended() throws(RequestBodyError) {
    guard let claim else { return }
    account.quota.unlist(claim)
    if claim.isRevoked { throw .noRoom }
  }

  /// Lets go of what was counted: the app is done with the content.
  mutating func release() {
    if let claim { account.quota.release(claim) }
    claim = nil
  }
}

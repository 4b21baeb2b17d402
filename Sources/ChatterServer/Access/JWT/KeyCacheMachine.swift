internal import Crypto
internal import System

/// Decides when the keys of an identity provider are used and when they are loaded again.
///
/// Keys are loaded again in the background before they are too old; at once for a token after an
/// idle time, since the provider may have withdrawn its key; and at once for a token with an
/// unknown key id, since the provider may have a new key. All happen at most once per `retryAfter`,
/// so that invented key ids do not become a load on the provider. If the provider is away, the last
/// keys are used for `usableFor`.
struct KeyCacheMachine: Sendable {
  enum Decision: Sendable {
    /// Uses a key, and starts a load first if `mustLoad`.
    case use(PublicKey, mustLoad: Bool)
    /// Waits until the load ends, which it starts first if `mustLoad`, and asks again.
    case wait(mustLoad: Bool)
    /// The keys are known, and none of them is that of the token.
    case unknownKey
    /// There are no keys; the next load is permitted after this time.
    case unavailable(retryAfter: Duration)
  }

  let times: KeyCacheTimes
  private var keys: KeySet?
  private var loadedAt: Deadline?
  private var triedAt: Deadline?
  private(set) var isLoading = false

  init(times: KeyCacheTimes) { self.times = times }

  var isEmpty: Bool { keys == nil }

  /// Decides on a token. A request that has waited for a load does not wait again.
  mutating func decide(
    _ algorithm: SignatureAlgorithm, keyID: String?, hasWaited: Bool = false,
    at now: Deadline
  ) -> Decision {
    guard let keys, let loadedAt, now < loadedAt.advanced(by: times.usableFor) else {
      if !hasWaited, isLoading || mayLoad(at: now) { return .wait(mustLoad: begin(at: now)) }
      return .unavailable(retryAfter: max(.seconds(1), nextLoad(at: now)))
    }
    if let key = keys.key(for: algorithm, id: keyID) {
      let isOld = now >= loadedAt.advanced(by: times.refreshAfter)
      // Only the request that starts the load waits: an unreachable provider delays no others.
      if now >= loadedAt.advanced(by: times.refreshAfter * 2), !hasWaited, mayLoad(at: now) {
        return .wait(mustLoad: begin(at: now))
      }
      return .use(key, mustLoad: isOld && mayLoad(at: now) && begin(at: now))
    }
    if keyID != nil, !hasWaited, isLoading || mayLoad(at: now) {
      return .wait(mustLoad: begin(at: now))
    }
    return .unknownKey
  }

  /// Starts a load whatever the time, as an operator demands it; returns false if one is running.
  mutating func begin(at now: Deadline) -> Bool {
    guard !isLoading else { return false }
    (isLoading, triedAt) = (true, now)
    return true
  }

  /// Records the end of a load, with the new keys if it succeeded.
  mutating func end(with loaded: KeySet?, at now: Deadline) {
    isLoading = false
    guard let loaded else { return }
    (keys, loadedAt) = (loaded, now)
  }

  private func mayLoad(at now: Deadline) -> Bool {
    !isLoading && nextLoad(at: now) <= .zero
  }

  private func nextLoad(at now: Deadline) -> Duration {
    triedAt.map { $0.advanced(by: times.retryAfter).duration(since: now) } ?? .zero
  }
}

/// How long the keys of an identity provider are used.
public struct KeyCacheTimes: Sendable, Equatable {
  /// Age of keys at which they are loaded again.
  public var refreshAfter: Duration
  /// Minimum time between the starts of two loads.
  public var retryAfter: Duration
  /// Age of keys at which they are no longer used: a key that the provider withdrew is accepted for
  /// at most this long, even if the provider cannot be reached.
  public var usableFor: Duration

  /// The times of keys from a URL.
  public static let url = KeyCacheTimes(
    refreshAfter: .seconds(600), retryAfter: .seconds(30), usableFor: .seconds(86_400))
  /// The times of keys from a file, which is read again soon after it changes.
  public static let file = KeyCacheTimes(
    refreshAfter: .seconds(5), retryAfter: .seconds(5), usableFor: .seconds(86_400))
}

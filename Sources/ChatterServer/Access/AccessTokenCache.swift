internal import ChatterStore
internal import Crypto
internal import System

/// The valid tokens that were used last, for all loops.
public final class AccessTokenCache: Sendable {
  /// How long a valid token is cached.
  public static let life = Duration.seconds(5)
  /// Maximum number of tokens. A full cache is emptied, which costs each token a look-up.
  static let countMax = 4096

  private struct Entry {
    let digest: [UInt8]
    let identity: Identity
    let end: Deadline
  }

  /// By the first bytes of the digest, as in the table.
  private let entries = Lock<[ArraySlice<UInt8>: Entry]>([:])

  private let life: Duration

  public init(life: Duration = AccessTokenCache.life) { self.life = life }

  var count: Int { entries.withLock { $0.count } }

  func identity(of digest: [UInt8]) -> Identity? {
    let entry = entries.withLock { $0[Self.key(digest)] }
    guard let entry, !entry.end.hasPassed, HMACSHA256.areEqual(entry.digest, digest) else {
      return nil
    }
    return entry.identity
  }

  /// Whether a token was valid not long ago.
  func hasHad(_ digest: [UInt8]) -> Bool {
    let entry = entries.withLock { $0[Self.key(digest)] }
    return entry.map { HMACSHA256.areEqual($0.digest, digest) } ?? false
  }

  /// Adds a token, which is valid for the rest of its own life only.
  func insert(_ identity: Identity, of digest: [UInt8], atMost rest: Duration?) {
    let entry = Entry(digest: digest, identity: identity, end: .after(min(rest ?? life, life)))
    entries.withLock { entries in
      if entries.count >= Self.countMax { entries.removeAll(keepingCapacity: true) }
      entries[Self.key(digest)] = entry
    }
  }

  private static func key(_ digest: [UInt8]) -> ArraySlice<UInt8> {
    digest.prefix(AccessTokenTable.prefixBytes)
  }
}

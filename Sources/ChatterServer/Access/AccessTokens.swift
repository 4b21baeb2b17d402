internal import Chatter
internal import ChatterStore
internal import Crypto
public import Postgres
internal import System

/// Checks the tokens that `chatterd token add` has issued, over the connections of one loop.
public struct AccessTokens: TokenChecker {
  /// Maximum time from a revocation until no server accepts the token and its event streams end.
  public static let revocationDelayMax =
    AccessTokenCache.life + GuardedStream.checkInterval
  /// Timeout of a look-up, with the wait for those before it, and of other statements.
  private static let timeout = Duration.seconds(5)

  private let pool: LoopBound<PostgresPool>
  private let cache: AccessTokenCache
  private let observe: @Sendable (PostgresError) -> Void
  /// One look-up at a time: a flood of wrong tokens takes one connection.
  private let lookups = AsyncSemaphore(countMax: 1)

  /// Creates the checker of a loop. `observe` receives the error of every failed statement.
  public init(
    _ pool: PostgresPool, cache: AccessTokenCache,
    observe: @escaping @Sendable (PostgresError) -> Void = { _ in }
  ) {
    self.pool = LoopBound(pool, on: pool.loop)
    self.cache = cache
    self.observe = observe
  }

  public func identity(bearer: String) async throws(Problem) -> Identity {
    guard let token = AccessToken(bearer) else { throw .foreign }
    guard let digest = token.sha256 else { throw .uncheckable(retryAfter: .seconds(1)) }
    if let known = cache.identity(of: digest) { return known }
    let deadline = Deadline.after(Self.timeout)
    let found: Result<Identity, Problem>
    do throws(ReadError) {
      found = try await lookups.run(with: pool.value, on: pool.loop) {
        pool throws(ReadError) in try await find(digest, in: pool, until: deadline)
      }
    } catch {
      if case .unavailable(let delay) = error { throw .uncheckable(retryAfter: delay) }
      throw .uncheckable(retryAfter: .seconds(1))
    }
    return try found.get()
  }

  public func isExempt(bearer: String) -> Bool {
    AccessToken(bearer)?.sha256.map(cache.hasHad) ?? false
  }

  /// Looks a token up, unless it was cached while the caller waited.
  private func find(
    _ digest: [UInt8], in pool: PostgresPool, until deadline: Deadline
  ) async throws(ReadError) -> Result<Identity, Problem> {
    if let known = cache.identity(of: digest) { return .success(known) }
    do throws(PostgresError) {
      let rows = try await pool.query(AccessTokenTable.find(digest), until: deadline)
      for row in rows {
        let stored = try row.decode([UInt8].self, at: 2)
        guard HMACSHA256.areEqual(stored, digest) else { continue }
        return try accept(row, digest, in: pool)
      }
      return .failure(.unknown)
    } catch {
      observe(error)
      throw ReadError(error)
    }
  }

  /// Checks the expiry of a token that is in the table, and caches it.
  private func accept(
    _ row: Row, _ digest: [UInt8], in pool: PostgresPool
  ) throws(PostgresError) -> Result<Identity, Problem> {
    let rest = try row.decode(Int64?.self, at: 3).map { Duration.milliseconds($0) }
    guard rest.map({ $0 > .zero }) ?? true else { return .failure(.expired) }
    let identity = Identity(username: try row.decode(String.self, at: 1))
    cache.insert(identity, of: digest, atMost: rest)
    if try row.decode(Bool.self, at: 4) {
      let id = try row.decode(Int64.self, at: 0)
      pool.loop.start(pool) { await markUsed(id, in: $0) }
    }
    return .success(identity)
  }

  /// Records the day, on which no response depends.
  private func markUsed(_ id: Int64, in pool: PostgresPool) async {
    do throws(PostgresError) {
      try await pool.query(AccessTokenTable.markUsed(id), until: .after(Self.timeout))
    } catch {
      observe(error)
    }
  }
}

extension Problem {
  fileprivate static let foreign = unauthorized(
    reason: "malformed",
    text: "not a token of this server: send it exactly as it was issued")
  fileprivate static let unknown = unauthorized(
    reason: "unknown",
    text: "the token is wrong or revoked: ask the operator of the server for a new one")
  fileprivate static let expired = unauthorized(
    reason: "expired",
    text: "the token has expired: ask the operator of the server for a new one")

  fileprivate static func uncheckable(retryAfter delay: Duration) -> Problem {
    unavailable(
      reason: "unavailable", text: "the token cannot be checked now: try again later",
      retryAfter: delay)
  }
}

import HTTP
import Postgres
import System
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

@Suite(.needs(.postgreSQL))
struct AccessTokensTests {
  private static let ann = Identity(username: "ann")

  /// Runs a body with the pool of a timeline on a database.
  private func withPool<Value: Sendable>(
    _ database: TimelineDatabase, url: String? = nil,
    _ body: @escaping @Sendable (PostgresPool) async throws -> Value
  ) async throws -> Value {
    try await database.withTimeline(url: url) { try await body($0.pool) }
  }

  @discardableResult
  private static func add(
    _ username: String, life: Duration? = nil, in pool: PostgresPool
  ) async throws -> AccessToken {
    let token = AccessToken()
    _ = try await pool.withConnection(until: .after(hangTimeout)) {
      try await AccessTokenTable.add(token, of: username, life: life, on: $0)
    }
    return token
  }

  /// The reason why a token is refused; nil if it is valid.
  private static func reason(_ tokens: AccessTokens, _ bearer: String) async -> String? {
    do throws(Problem) {
      _ = try await tokens.identity(bearer: bearer)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test func findsTheUserOfATokenThatWasAdded() async throws {
    let database = try await TimelineDatabase()
    try await withPool(database) { pool in
      let token = try await Self.add("ann", in: pool)
      let other = try await Self.add("bob", in: pool)
      let tokens = AccessTokens(pool, cache: AccessTokenCache())
      #expect(try await tokens.identity(bearer: token.text) == Self.ann)
      #expect(try await tokens.identity(bearer: other.text) == Identity(username: "bob"))
    }
    let stored = try await database.run("select string_agg(t::text, ' ') from access_tokens t")
    #expect(!stored.contains("chatter_"), "only the digest is stored")
  }

  @Test func refusesTokensThatWereNotIssuedOrAreChanged() async throws {
    try await withPool(try await TimelineDatabase()) { pool in
      let token = try await Self.add("ann", in: pool).text
      let tokens = AccessTokens(pool, cache: AccessTokenCache())
      #expect(await Self.reason(tokens, AccessToken().text) == "unknown")
      let swapped = token.dropLast() + (token.last == "A" ? "B" : "A")
      #expect(await Self.reason(tokens, String(swapped)) == "unknown")
      for wrong in [String(token.dropLast()), token + "A", "", "a.b.c", token.uppercased()] {
        #expect(await Self.reason(tokens, wrong) == "malformed", "\(wrong)")
      }
    }
  }

  /// A digest with the first bytes of another one is found by the index, and is not equal.
  @Test func comparesTheWholeDigest() async throws {
    let database = try await TimelineDatabase()
    try await withPool(database) { pool in
      let token = try await Self.add("ann", in: pool)
      let digest = StoredChatt.hex(try #require(token.sha256))
      try await database.run(
        """
        insert into access_tokens (username, sha256)
        values ('eve', decode('\(digest.prefix(16))' || repeat('00', 24), 'hex'))
        """)
      let tokens = AccessTokens(pool, cache: AccessTokenCache())
      #expect(try await tokens.identity(bearer: token.text) == Self.ann)
      try await database.run("delete from access_tokens where username = 'ann'")
      #expect(await Self.reason(AccessTokens(pool, cache: .init()), token.text) == "unknown")
    }
  }

  @Test func refusesExpiredTokens() async throws {
    let database = try await TimelineDatabase()
    try await withPool(database) { pool in
      let token = try await Self.add("ann", life: .seconds(3600), in: pool)
      let tokens = AccessTokens(pool, cache: AccessTokenCache())
      #expect(try await tokens.identity(bearer: token.text) == Self.ann)
      try await database.run("update access_tokens set expires_at = now()")
      #expect(await Self.reason(AccessTokens(pool, cache: .init()), token.text) == "expired")
    }
  }

  @Test func refusesARevokedTokenOnceItIsNoLongerCached() async throws {
    try await withPool(try await TimelineDatabase()) { pool in
      let token = try await Self.add("ann", in: pool)
      let cached = AccessTokens(pool, cache: AccessTokenCache(life: .seconds(3600)))
      let uncached = AccessTokens(pool, cache: AccessTokenCache(life: .zero))
      #expect(!uncached.isExempt(bearer: token.text))
      for tokens in [cached, uncached] { #expect(await Self.reason(tokens, token.text) == nil) }
      #expect(uncached.isExempt(bearer: token.text), "it was valid")
      #expect(!uncached.isExempt(bearer: AccessToken().text))
      _ = try await pool.withConnection(until: .after(hangTimeout)) {
        try await AccessTokenTable.revoke("ann", id: nil, on: $0)
      }
      #expect(await Self.reason(cached, token.text) == nil)
      #expect(await Self.reason(uncached, token.text) == "unknown")
    }
  }

  @Test func recordsTheDayOfUse() async throws {
    let database = try await TimelineDatabase()
    try await withPool(database) { pool in
      let token = try await Self.add("ann", in: pool)
      #expect(try await database.run("select last_used is null from access_tokens") == "t")
      let tokens = AccessTokens(pool, cache: AccessTokenCache())
      #expect(await Self.reason(tokens, token.text) == nil)
      try await database.wait(
        until: "select last_used >= (now() at time zone 'UTC')::date - 1 from access_tokens")
    }
  }

  @Test func acceptsATokenThatManyRequestsUseAtOnce() async throws {
    let database = try await TimelineDatabase()
    try await withPool(database) { pool in
      let token = try await Self.add("ann", in: pool)
      let cache = AccessTokenCache()
      let tokens = AccessTokens(pool, cache: cache)
      let tasks = (0..<100).map { _ in
        pool.loop.start(tokens) { try await $0.identity(bearer: token.text) }
      }
      for task in tasks { #expect(try await task.value == Self.ann) }
      #expect(cache.count == 1)
    }
  }

  @Test func reportsADatabaseThatIsAwayAsTemporary() async throws {
    let record = ErrorRecord()
    try await withPool(try await TimelineDatabase(), url: "host=127.0.0.1 port=1") { pool in
      let tokens = AccessTokens(pool, cache: AccessTokenCache()) { record.append($0) }
      do throws(Problem) {
        _ = try await tokens.identity(bearer: AccessToken().text)
        Issue.record("accepts a token that it cannot check")
      } catch {
        guard error.status == .serviceUnavailable else {
          Issue.record("\(error)")
          return
        }
      }
    }
    #expect(!record.all.isEmpty)
  }
}

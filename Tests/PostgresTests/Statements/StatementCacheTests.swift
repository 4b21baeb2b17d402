import Testing

@testable import Postgres

struct StatementCacheTests {
  private func key(_ text: String) -> StatementCache.Key {
    StatementCache.Key(text: text, types: [.int8])
  }

  @Test func findsAStatementByTextAndTypes() {
    var cache = StatementCache(countMax: 2)
    #expect(cache.name(of: key("a")) == nil)
    let name = cache.newName()
    cache.insert(key("a"), name: name)
    #expect(cache.name(of: key("a")) == name)
    #expect(cache.name(of: StatementCache.Key(text: "a", types: [.text])) == nil)
  }

  @Test func evictsTheLeastRecentlyUsedStatement() {
    var cache = StatementCache(countMax: 2)
    cache.insert(key("a"), name: "1")
    #expect(cache.evictIfFull() == nil)
    cache.insert(key("b"), name: "2")
    _ = cache.name(of: key("a"))
    #expect(cache.evictIfFull() == "2")
    cache.insert(key("c"), name: "3")
    #expect(cache.name(of: key("a")) == "1")
    #expect(cache.name(of: key("b")) == nil)
  }

  @Test func neverReusesAName() {
    var cache = StatementCache(countMax: 2)
    let first = cache.newName()
    cache.insert(key("a"), name: first)
    cache.remove(key("a"))
    #expect(cache.name(of: key("a")) == nil)
    #expect(cache.newName() != first)
  }
}

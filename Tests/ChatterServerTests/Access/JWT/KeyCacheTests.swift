import Crypto
import System
import TLS
import TestSupport
import Testing

@testable import ChatterServer

struct KeyCacheTests {
  private let provider = Provider()

  struct Away: Error {}

  /// A provider whose responses and clock a test sets.
  private final class Provider: Sendable {
    let keys = Lock<KeySet?>(nil)
    let loadCount = Lock(0)
    let events = Lock<[KeyCache.Event]>([])
    let elapsed = Lock(Duration.zero)
    private let start = Deadline.now

    func publish(_ signers: TestSigner...) throws {
      let set = try KeySet(Array(TestSigner.keySet(signers).utf8))
      keys.withLock { $0 = set }
    }

    func wait(_ duration: Duration) { elapsed.withLock { $0 += duration } }

    func makeCache() -> KeyCache {
      KeyCache(
        times: .url,
        load: {
          self.loadCount.withLock { $0 += 1 }
          guard let keys = self.keys.withLock({ $0 }) else { throw Away() }
          return keys
        },
        start: { work in Task { await work() } },
        report: { event in self.events.withLock { $0.append(event) } },
        now: { self.start.advanced(by: self.elapsed.withLock { $0 }) })
    }
  }

  private func reason(_ cache: KeyCache, _ id: String) async -> String? {
    do throws(Problem) {
      _ = try await cache.key(for: .edDSA, id: id)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test func acceptsARotatedKeyAtOnceAndNoLongerTheOldOne() async throws {
    let (old, new) = (try TestSigner(.edDSA, id: "old"), try TestSigner(.edDSA, id: "new"))
    try provider.publish(old)
    let cache = provider.makeCache()
    #expect(await reason(cache, "old") == nil)
    try provider.publish(new)
    provider.wait(.seconds(30))
    #expect(await reason(cache, "new") == nil)
    #expect(provider.loadCount.withLock { $0 } == 2)
    #expect(await reason(cache, "old") == "unknown-key")
  }

  @Test func loadsOnceForManyRequests() async throws {
    try provider.publish(TestSigner(.edDSA, id: "a"))
    let cache = provider.makeCache()
    await withTaskGroup(of: String?.self) { group in
      for _ in 0..<50 { group.addTask { await self.reason(cache, "a") } }
      for await reason in group { #expect(reason == nil) }
    }
    #expect(provider.loadCount.withLock { $0 } == 1)
  }

  @Test func inventedKeyIDsAreNoLoadOnTheProvider() async throws {
    try provider.publish(TestSigner(.edDSA, id: "a"))
    let cache = provider.makeCache()
    for number in 0..<100 { #expect(await reason(cache, "x\(number)") == "unknown-key") }
    #expect(provider.loadCount.withLock { $0 } == 1)
  }

  @Test func isUnavailableWithoutKeysAndRecovers() async throws {
    let cache = provider.makeCache()
    #expect(await reason(cache, "a") == "no-keys")
    #expect(await reason(cache, "a") == "no-keys")
    #expect(provider.loadCount.withLock { $0 } == 1)
    try provider.publish(TestSigner(.edDSA, id: "a"))
    provider.wait(.seconds(30))
    #expect(await reason(cache, "a") == nil)
    let events = provider.events.withLock { $0 }
    #expect(events == [.failed(reason: "Away()"), .loaded(count: 1)])
  }

  @Test func keepsTheLastKeysWhileTheProviderIsAway() async throws {
    try provider.publish(TestSigner(.edDSA, id: "a"))
    let cache = provider.makeCache()
    #expect(await reason(cache, "a") == nil)
    provider.keys.withLock { $0 = nil }
    for _ in 0..<3 {
      provider.wait(.seconds(1000))
      // An unknown key waits for the load that fails.
      #expect(await reason(cache, "b") == "unknown-key")
      #expect(await reason(cache, "a") == nil)
    }
    provider.wait(.seconds(86_400))
    #expect(await reason(cache, "a") == "no-keys")
    let events = provider.events.withLock { $0 }
    #expect(events == [.loaded(count: 1), .failed(reason: "Away()")])
  }
}

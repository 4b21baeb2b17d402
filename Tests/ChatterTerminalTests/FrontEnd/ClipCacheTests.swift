import Testing

@testable import ChatterTerminal

struct ClipCacheTests {
  @Test func keepsTheNewestClipsThatFit() {
    var cache = ClipCache()
    let half = [UInt8](repeating: 1, count: ClipCache.bytesMax / 2)
    cache.add(half, for: "a")
    cache.add(half, for: "b")
    cache.add(half, for: "a")
    #expect(cache["a"] == half && cache["b"] == half)
    cache.add([1], for: "c")
    #expect(cache["b"] == nil && cache["a"] == half && cache["c"] == [1])
  }
}

import Testing

@testable import ChatterServer

struct AccessTokenCacheTests {
  private let ann = Identity(username: "ann")

  /// A digest that begins with a number.
  private func digest(_ number: Int, last: UInt8 = 0) -> [UInt8] {
    stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
      + Array(repeating: last, count: 24)
  }

  @Test func findsATokenUntilItsEnd() {
    let cache = AccessTokenCache(life: .seconds(3600))
    cache.insert(ann, of: digest(1), atMost: nil)
    cache.insert(ann, of: digest(2), atMost: .zero)
    #expect(cache.identity(of: digest(1)) == ann)
    #expect(cache.identity(of: digest(2)) == nil)
    #expect(cache.identity(of: digest(3)) == nil)
  }

  @Test func comparesTheWholeDigest() {
    let cache = AccessTokenCache(life: .seconds(3600))
    cache.insert(ann, of: digest(1), atMost: nil)
    #expect(cache.identity(of: digest(1, last: 1)) == nil)
    #expect(cache.identity(of: Array(digest(1).prefix(8))) == nil)
  }

  @Test func hasALimit() {
    let cache = AccessTokenCache(life: .seconds(3600))
    for number in 0...AccessTokenCache.countMax {
      cache.insert(ann, of: digest(number), atMost: nil)
      #expect(cache.count <= AccessTokenCache.countMax)
    }
    #expect(cache.identity(of: digest(AccessTokenCache.countMax)) == ann)
  }
}

import Testing

@testable import ChatterServer

@Suite("The rate limiter of all loops (needs nothing)")
struct RateLimiterTests {
  @Test("what one loop has taken, another cannot")
  func shared() async {
    let limiter = RateLimiter(postsPerSecond: 100)
    let passed = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask { (0..<100).count { _ in limiter.take("a") == nil } }
      }
      return await group.reduce(0, +)
    }
    // Those of the first burst, and those of the time that the tasks took.
    #expect((100..<400).contains(passed))
    #expect(limiter.take("b") == nil)
  }

  @Test("who has had his share is told to wait")
  func waits() throws {
    let limiter = RateLimiter(postsPerSecond: 0.001)
    #expect(limiter.take("a") == nil)
    let wait = try #require(limiter.take("a"))
    #expect(wait > .seconds(900) && wait <= .seconds(1000))
  }
}

import HTTP
import Testing

@testable import ChatterServer

struct RateLimiterTests {
  private let one = ClientAddress.test("192.0.2.1").key
  private let other = ClientAddress.test("192.0.2.2").key

  @Test func sharesTokensBetweenLoops() async {
    let limiter = RateLimiter(postsPerSecond: 5)
    let one = one
    let passed = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask { (0..<100).count { _ in limiter.take(one) == nil } }
      }
      return await group.reduce(0, +)
    }
    // The posts of the first burst, and those admitted while the tasks ran.
    #expect((100..<400).contains(passed))
    #expect(limiter.take(other) == nil)
  }

  @Test func reportsTheDelayOfAnAddressWithoutCounting() throws {
    let limiter = RateLimiter(postsPerSecond: 0.001)
    for _ in 0..<10 { #expect(limiter.delay(of: one) == nil) }
    #expect(limiter.take(one) == nil)
    #expect(try #require(limiter.delay(of: one)) > .seconds(900))
    #expect(limiter.delay(of: other) == nil)
  }

  @Test func countsBytesOfABodyAsTheyAreRead() async throws {
    let limiter = RateLimiter(postsPerSecond: 0.001)
    let bytes = [UInt8](repeating: 0x20, count: 1 << 20)
    let body = MeteredBody(BufferedBody(bytes), of: other, by: limiter)
    #expect(body.announcedBytes == bytes.count)
    #expect(limiter.take(one) == nil)
    await #expect(throws: RequestBodyError.self) {
      while let chunk = try await body.next() {
        guard chunk.count < 10 else { throw RequestBodyError.tooLarge(limit: 10) }
      }
    }
    #expect(limiter.take(other) != nil)
  }
}

import Testing

@testable import ChatterServer

@Suite("The rate limit (needs nothing)")
struct RateLimitTests {
  let start = ContinuousClock.now

  func expect(
    _ wait: Duration?, passes: Bool, at location: SourceLocation = #_sourceLocation
  ) {
    #expect((wait == nil) == passes, sourceLocation: location)
  }

  @Test("a burst of one second's posts passes, the next one is told how long to wait")
  func burst() throws {
    var limit = RateLimit(postsPerSecond: 4)
    for _ in 0..<4 { expect(limit.take("a", at: start), passes: true) }
    let answer = limit.take("a", at: start)
    let wait = try #require(answer)
    #expect(abs(wait / .seconds(1) - 0.25) < 0.001)
    expect(limit.take("a", at: start + .milliseconds(250)), passes: true)
    expect(limit.take("a", at: start + .milliseconds(250)), passes: false)
  }

  @Test("a rate below one a second still lets the first post through")
  func slow() throws {
    var limit = RateLimit(postsPerSecond: 0.1)
    expect(limit.take("a", at: start), passes: true)
    let answer = limit.take("a", at: start)
    let wait = try #require(answer)
    #expect(wait > .seconds(9) && wait <= .seconds(10))
  }

  @Test("addresses do not share")
  func addresses() {
    var limit = RateLimit(postsPerSecond: 1)
    expect(limit.take("a", at: start), passes: true)
    expect(limit.take("b", at: start), passes: true)
    expect(limit.take("a", at: start), passes: false)
  }

  @Test("the table of addresses never grows beyond its limit, and forgets those at rest first")
  func bound() {
    var limit = RateLimit(postsPerSecond: 1)
    for number in 0..<RateLimit.addressesMax { _ = limit.take("\(number)", at: start) }
    #expect(limit.addressCount == RateLimit.addressesMax)
    _ = limit.take("busy", at: start + .milliseconds(1))
    #expect(limit.addressCount == 1)
    for number in 0..<RateLimit.addressesMax - 1 {
      _ = limit.take("\(number)", at: start + .seconds(5))
    }
    _ = limit.take("busy", at: start + .seconds(10))
    _ = limit.take("one more", at: start + .seconds(10))
    #expect(limit.addressCount <= RateLimit.addressesMax)
    expect(limit.take("busy", at: start + .seconds(10)), passes: false)
  }

  @Test("a clock that stands still or goes back gives nothing away")
  func clock() {
    var limit = RateLimit(postsPerSecond: 1)
    expect(limit.take("a", at: start), passes: true)
    expect(limit.take("a", at: start - .seconds(60)), passes: false)
  }

  @Test("a table in which most are busy starts anew, so that it is not walked at each post")
  func busyTable() {
    var limit = RateLimit(postsPerSecond: 0.001)
    for number in 0..<RateLimit.addressesMax { _ = limit.take("\(number)", at: start) }
    _ = limit.take("one more", at: start)
    #expect(limit.addressCount == 1)
    expect(limit.take("0", at: start), passes: true)
  }

  @Test("the least rate there is still tells a wait, a day at most")
  func leastRate() {
    var limit = RateLimit(postsPerSecond: .leastNonzeroMagnitude)
    expect(limit.take("a", at: start), passes: true)
    #expect(limit.take("a", at: start) == RateLimit.waitMax)
  }
}

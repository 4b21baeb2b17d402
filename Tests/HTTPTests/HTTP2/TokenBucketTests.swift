import Testing

@testable import HTTP

struct TokenBucketTests {
  @Test func spendsTheBurstThenNothing() {
    var bucket = TokenBucket(burst: 3, perSecond: 2)
    #expect((0..<5).map { _ in bucket.spend() } == [true, true, true, false, false])
  }

  /// A clock that goes backwards refills nothing.
  @Test func refillsPerSecondUpToTheBurst() {
    var bucket = TokenBucket(burst: 3, perSecond: 2)
    bucket.refill(atSecond: 10)
    for _ in 0..<3 { _ = bucket.spend() }
    bucket.refill(atSecond: 10)
    #expect(bucket.tokens == 0)
    bucket.refill(atSecond: 11)
    #expect(bucket.tokens == 2)
    bucket.refill(atSecond: 5)
    #expect(bucket.tokens == 2)
    bucket.refill(atSecond: 7)
    #expect(bucket.tokens == 3)
    bucket.refill(atSecond: .max)
    #expect(bucket.tokens == 3)
    bucket.refill(atSecond: .min)
    bucket.refill(atSecond: .max)
    #expect(bucket.tokens == 3)
  }

  @Test func grantsTokensForWorkUpToTheBurst() {
    var bucket = TokenBucket(burst: 3, perSecond: 0)
    for _ in 0..<3 { _ = bucket.spend() }
    bucket.grant(1)
    #expect(bucket.tokens == 1)
    bucket.grant(.max)
    #expect(bucket.tokens == 3)
  }
}

/// How often one address may post: a bucket of tokens for each, filled at a steady rate.
///
/// It is a value without a clock: the caller says what time it is.
struct RateLimit {
  /// Addresses that are remembered at one time.
  static let addressesMax = 65_536
  /// The longest wait that is told, however low the rate is.
  static let waitMax = Duration.seconds(86_400)

  private struct Bucket {
    var tokens: Double
    var filledAt: ContinuousClock.Instant
  }

  /// Posts a second and address.
  let postsPerSecond: Double
  /// Posts that may come at once after a pause: those of one second, and at least one.
  let burstMax: Double
  private var buckets: [String: Bucket] = [:]

  init(postsPerSecond: Double) {
    precondition(postsPerSecond > 0)
    self.postsPerSecond = postsPerSecond
    burstMax = max(1, postsPerSecond)
  }

  var addressCount: Int { buckets.count }

  /// Takes a token; when there is none, how long it is until there will be one.
  mutating func take(_ address: String, at now: ContinuousClock.Instant) -> Duration? {
    if buckets[address] == nil, buckets.count >= Self.addressesMax { forgetFull(at: now) }
    var bucket = buckets[address] ?? Bucket(tokens: burstMax, filledAt: now)
    bucket.tokens = tokens(of: bucket, at: now)
    bucket.filledAt = now
    defer { buckets[address] = bucket }
    guard bucket.tokens >= 1 else {
      let seconds = (1 - bucket.tokens) / postsPerSecond
      return .seconds(min(seconds, Self.waitMax / .seconds(1)))
    }
    bucket.tokens -= 1
    return nil
  }

  private func tokens(of bucket: Bucket, at now: ContinuousClock.Instant) -> Double {
    let passed = (now - bucket.filledAt) / .seconds(1)
    return min(burstMax, bucket.tokens + max(0, passed) * postsPerSecond)
  }

  /// A full bucket says the same as none. Where most are in use, the table starts anew: the worst
  /// of that is that everybody's burst is granted once more. Either way half of the table is free,
  /// so that the next walk through it is many addresses away.
  private mutating func forgetFull(at now: ContinuousClock.Instant) {
    let used = buckets.filter { tokens(of: $0.value, at: now) < burstMax }
    buckets = used.count <= Self.addressesMax / 2 ? used : [:]
  }
}

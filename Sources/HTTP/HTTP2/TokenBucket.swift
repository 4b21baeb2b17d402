/// A token bucket that limits the work a peer can cause. Elapsed time and useful work refill it.
struct TokenBucket {
  let burst: Int
  let perSecond: Int
  private(set) var tokens: Int
  private var second: Int?

  init(burst: Int, perSecond: Int) {
    self.burst = burst
    self.perSecond = perSecond
    tokens = burst
  }

  /// Adds the tokens for the time since the last call. If the clock goes backwards, it adds none.
  mutating func refill(atSecond now: Int) {
    defer { second = now }
    guard let second, now > second else { return }
    let (passed, overflows) = now.subtractingReportingOverflow(second)
    let (granted, overflowsToo) = passed.multipliedReportingOverflow(by: perSecond)
    grant(overflows || overflowsToo ? burst : granted)
  }

  /// Adds tokens, up to the burst.
  mutating func grant(_ count: Int) {
    tokens = count >= burst - tokens ? burst : tokens + count
  }

  /// Takes a token; returns false if none is left.
  mutating func spend() -> Bool {
    guard tokens > 0 else { return false }
    tokens -= 1
    return true
  }
}

/// What a peer may still cost: a bucket of tokens that time and useful work fill again.
struct FrameBudget {
  let burst: Int
  let perSecond: Int
  private(set) var tokens: Int
  private var second: Int?

  init(burst: Int, perSecond: Int) {
    self.burst = burst
    self.perSecond = perSecond
    tokens = burst
  }

  /// Adds what the time since the last call grants; a clock that goes backwards grants nothing.
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

  /// Takes a token; false when there is none left.
  mutating func spend() -> Bool {
    guard tokens > 0 else { return false }
    tokens -= 1
    return true
  }
}

/// Sums and products of numbers from a file; nil on overflow.
extension UInt64 {
  func plus(_ other: UInt64) -> UInt64? {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? nil : sum
  }

  func times(_ other: UInt64) -> UInt64? {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? nil : product
  }
}

extension Duration {
  /// The time of `units` at `timescale` units per second; nil above ``MPEG4Limits/durationMax``.
  init?(units: UInt64, timescale: UInt32) {
    let (seconds, rest) = units.quotientAndRemainder(dividingBy: UInt64(timescale))
    guard seconds <= UInt64(MPEG4Limits.durationMax.components.seconds) else { return nil }
    // rest < 2^32, so the product is below 2^62.
    let nanoseconds = rest * 1_000_000_000 / UInt64(timescale)
    self = .seconds(Int64(seconds)) + .nanoseconds(Int64(nanoseconds))
    guard self <= MPEG4Limits.durationMax else { return nil }
  }
}

extension Duration {
  /// Whole nanoseconds, the unit of GStreamer, truncated; saturates at the bounds of `Int64`.
  var nanoseconds: Int64 { units(perSecond: 1_000_000_000) }

  /// Whole microseconds, the unit of MPRIS, truncated; saturates at the bounds of `Int64`.
  var microseconds: Int64 { units(perSecond: 1_000_000) }

  private func units(perSecond rate: Int64) -> Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: rate)
    let (sum, carry) = whole.addingReportingOverflow(
      attoseconds / (1_000_000_000_000_000_000 / rate))
    return overflow || carry ? (seconds < 0 ? .min : .max) : sum
  }
}

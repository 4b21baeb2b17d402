internal import EventLoop

/// The deadline of a write to a slow peer. It is extended by one period at a time, if the peer's
/// kernel acknowledged enough bytes in the period that has ended.
///
/// The first period ends at the deadline of the write. Bytes that the peer accepted in an earlier
/// period do not count again: a peer that accepts no more times out at the end of the following
/// period.
struct WriteDeadline {
  /// When to decide whether the write continues.
  private(set) var limit: Deadline
  private let period: Duration
  private let bytesPerPeriodMin: UInt64
  private var acknowledgedBytes: UInt64

  /// Starts the first period of a write.
  ///
  /// - Parameters:
  ///   - deadline: The deadline of the write, which starts to wait now.
  ///   - acknowledgedBytes: The number of bytes that the peer's kernel has acknowledged so far.
  init(
    until deadline: Deadline, now: Deadline, bytesPerSecondMin: Int, acknowledgedBytes: UInt64
  ) {
    limit = deadline
    period = deadline == .never ? .zero : max(.zero, deadline.duration(since: now))
    bytesPerPeriodMin = UInt64(max(1, min(1e9, period / .seconds(1) * Double(bytesPerSecondMin))))
    self.acknowledgedBytes = acknowledgedBytes
  }

  /// Decides at the end of a period whether the write continues, and returns the decision. If it
  /// continues, `limit` becomes the end of the next period.
  mutating func extend(now: Deadline, acknowledgedBytes: UInt64) -> Bool {
    guard acknowledgedBytes >= self.acknowledgedBytes &+ bytesPerPeriodMin else { return false }
    self.acknowledgedBytes = acknowledgedBytes
    limit = now.advanced(by: period)
    return true
  }
}

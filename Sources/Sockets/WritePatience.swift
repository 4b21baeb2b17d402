/// How long a write waits for a peer that takes bytes slowly: from one period to the next, as long as
/// its system has acknowledged enough in the one that is over.
///
/// The first period ends at the deadline of the write. What the peer took at a stroke earlier buys
/// nothing: one that takes no more is given up at the end of the period after it.
struct WritePatience {
  /// When it is to be asked whether the write goes on.
  private(set) var limit: Deadline
  private let period: Duration
  private let bytesPerPeriodMin: UInt64
  private var acknowledgedBytes: UInt64

  /// - Parameters:
  ///   - deadline: of the write, which begins to wait now.
  ///   - acknowledgedBytes: how many bytes the peer's system has acknowledged so far.
  init(
    until deadline: Deadline, now: Deadline, bytesPerSecondMin: Int, acknowledgedBytes: UInt64
  ) {
    limit = deadline
    period = deadline == .never ? .zero : max(.zero, deadline.duration(since: now))
    bytesPerPeriodMin = UInt64(max(1, min(1e9, period / .seconds(1) * Double(bytesPerSecondMin))))
    self.acknowledgedBytes = acknowledgedBytes
  }

  /// Whether the write goes on at the end of a period; if so, `limit` is the end of the next one.
  mutating func goesOn(now: Deadline, acknowledgedBytes: UInt64) -> Bool {
    guard acknowledgedBytes >= self.acknowledgedBytes &+ bytesPerPeriodMin else { return false }
    self.acknowledgedBytes = acknowledgedBytes
    limit = now.advanced(by: period)
    return true
  }
}

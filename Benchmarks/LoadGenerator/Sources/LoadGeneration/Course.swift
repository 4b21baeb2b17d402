private import Glibc
internal import Synchronization

/// The time or the number of requests that all connections of a load share.
final class Course: Sendable {
  private let extent: Load.Extent
  private let start: UInt64
  private let tickets: Atomic<UInt64>
  /// Marks of posts, unique over all loads that follow one another: they begin with the time.
  private let marks: Atomic<UInt64>
  private let failures = Atomic<UInt64>(0)

  /// Connections give up when so many requests have failed: the figure is void by then.
  private static let failuresMax: UInt64 = 100

  init(_ extent: Load.Extent) {
    self.extent = extent
    start = Self.nanoseconds()
    marks = Atomic(start & 0x0fff_ffff_ffff_ffff)
    if case .requests(let count) = extent { tickets = Atomic(count) } else { tickets = Atomic(0) }
  }

  /// The monotonic clock.
  static func nanoseconds() -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Whether one more request is to be made, at this time.
  func takesTurn(at now: UInt64) -> Bool {
    guard failures.load(ordering: .relaxed) < Self.failuresMax else { return false }
    switch extent {
    case .time(let warmUp, let counted): return now < start + warmUp + counted
    case .requests:
      let (wasThere, _) = take()
      return wasThere
    }
  }

  private func take() -> (Bool, UInt64) {
    var present = tickets.load(ordering: .relaxed)
    while present > 0 {
      let (isExchanged, original) = tickets.compareExchange(
        expected: present, desired: present - 1, ordering: .relaxed)
      if isExchanged { return (true, present) }
      present = original
    }
    return (false, 0)
  }

  /// Whether a request that ended then counts.
  func counts(_ end: UInt64) -> Bool {
    guard case .time(let warmUp, let counted) = extent else { return true }
    return end >= start + warmUp && end < start + warmUp + counted
  }

  /// The seconds in which requests counted, seen from the end of the last one.
  var countedSeconds: Double {
    guard case .time(_, let counted) = extent else {
      return Double(Self.nanoseconds() - start) / 1e9
    }
    return Double(counted) / 1e9
  }

  func nextMark() -> UInt64 { marks.wrappingAdd(1, ordering: .relaxed).newValue }

  func noteFailure() { failures.wrappingAdd(1, ordering: .relaxed) }
}

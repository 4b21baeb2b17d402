private import Glibc
internal import Synchronization

/// The time or the number of requests of a load, shared by all of its connections.
final class Course: Sendable {
  private let extent: Load.Extent
  private let start: UInt64
  private let tickets: Atomic<UInt64>
  /// The tokens of posts, unique across successive loads: they start with the time.
  private let tokens: Atomic<UInt64>
  private let failures = Atomic<UInt64>(0)

  /// The number of failed requests after which connections stop: the result is void by then.
  private static let failuresMax: UInt64 = 100

  init(_ extent: Load.Extent) {
    self.extent = extent
    start = Self.nanoseconds()
    tokens = Atomic(start & 0x0fff_ffff_ffff_ffff)
    if case .requests(let count) = extent { tickets = Atomic(count) } else { tickets = Atomic(0) }
  }

  /// The monotonic clock.
  static func nanoseconds() -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Whether one more request may start at this time.
  func admitsRequest(at now: UInt64) -> Bool {
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

  /// Whether a request that ended at this time counts.
  func counts(_ end: UInt64) -> Bool {
    guard case .time(let warmUp, let counted) = extent else { return true }
    return end >= start + warmUp && end < start + warmUp + counted
  }

  /// The number of seconds in which requests counted, after the last one has ended.
  var countedSeconds: Double {
    guard case .time(_, let counted) = extent else {
      return Double(Self.nanoseconds() - start) / 1e9
    }
    return Double(counted) / 1e9
  }

  func nextToken() -> UInt64 { tokens.wrappingAdd(1, ordering: .relaxed).newValue }

  func recordFailure() { failures.wrappingAdd(1, ordering: .relaxed) }
}

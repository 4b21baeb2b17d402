private import Glibc

/// How measurements measure.
public enum Measured {
  private static let roundCount = 3

  /// Returns the least of three figures, since the machine's other work can only increase them.
  public static func least<Figure: Comparable>(
    _ measure: () async throws -> Figure
  ) async throws -> Figure {
    var least = try await measure()
    for _ in 1..<roundCount { least = min(least, try await measure()) }
    return least
  }

  /// Returns how many times as much processor time twice the work takes: 2 if it is linear, 4 if it
  /// is quadratic.
  public static func growth(from count: Int, _ work: (Int) throws -> Void) async throws -> Double {
    func time(_ count: Int) async throws -> Duration {
      try await least {
        let began = threadTime
        try work(count)
        return threadTime - began
      }
    }
    return try await time(2 * count) / time(count)
  }

  /// The processor time of this thread, which does not pass while others run.
  private static var threadTime: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

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

  /// Returns how many times as long twice the work takes: 2 if the time is linear, 4 if it is
  /// quadratic.
  public static func growth(from count: Int, _ work: (Int) throws -> Void) async throws -> Double {
    func time(_ count: Int) async throws -> Duration {
      try await least {
        let began = ContinuousClock.now
        try work(count)
        return ContinuousClock.now - began
      }
    }
    return try await time(2 * count) / time(count)
  }
}

/// How many values are in each of some ranges, for metrics.
public struct Histogram: Sendable, Equatable {
  /// The upper bounds of the ranges, ascending; a value equal to a bound is in the range below.
  public let bounds: [Double]
  /// The number of values in each range; the last range has no upper bound.
  public private(set) var counts: [Int]
  /// The sum of all values.
  public private(set) var sum = 0.0

  /// Bounds for the times of requests and statements, in seconds.
  public static let requestSeconds = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
  ]
  /// Bounds for the times between two waits of a loop, in seconds.
  public static let tickSeconds = [
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1,
  ]
  /// Bounds for sizes of batches.
  public static let batchSizes: [Double] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]

  public init(bounds: [Double]) {
    self.bounds = bounds
    counts = Array(repeating: 0, count: bounds.count + 1)
  }

  /// The number of values.
  public var count: Int { counts.reduce(0, +) }

  public mutating func record(_ value: Double) {
    var range = 0
    while range < bounds.count, value > bounds[range] { range += 1 }
    counts[range] += 1
    sum += value
  }

  /// Records a time in seconds.
  public mutating func record(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    record(Double(seconds) + Double(attoseconds) / 1e18)
  }

  /// Adds the values of a histogram with the same bounds.
  public mutating func add(_ other: Histogram) {
    precondition(bounds == other.bounds, "histograms with different bounds")
    for range in counts.indices { counts[range] += other.counts[range] }
    sum += other.sum
  }
}

/// A histogram of latencies; a bucket is at most 1/64 of its value wide.
///
/// Recording takes two shifts and an addition, cheap enough for every request.
public struct Latencies: Sendable {
  /// The number of buckets for each power of two.
  private static let bucketsPerOctave: UInt64 = 64
  /// The largest power of two: 2^40 ns are 18 minutes; longer values count as that.
  private static let octaves: UInt64 = 40

  private var counts = [UInt32](
    repeating: 0, count: Int((Latencies.octaves + 1) * Latencies.bucketsPerOctave))
  /// The number of recorded values.
  public private(set) var count: UInt64 = 0
  /// The longest recorded value.
  public private(set) var longestNanoseconds: UInt64 = 0

  public init() {}

  public mutating func record(nanoseconds: UInt64) {
    counts[Self.bucket(of: nanoseconds)] += 1
    count += 1
    longestNanoseconds = max(longestNanoseconds, nanoseconds)
  }

  public mutating func add(_ other: Latencies) {
    for index in counts.indices { counts[index] += other.counts[index] }
    count += other.count
    longestNanoseconds = max(longestNanoseconds, other.longestNanoseconds)
  }

  /// Returns the value that this fraction of the requests did not exceed; 0 if there are none.
  public func nanoseconds(atQuantile quantile: Double) -> UInt64 {
    guard count > 0 else { return 0 }
    let rank = max(1, UInt64((Double(count) * quantile).rounded(.up)))
    var seen: UInt64 = 0
    for index in counts.indices {
      seen += UInt64(counts[index])
      if seen >= rank { return min(Self.upperBound(of: index), longestNanoseconds) }
    }
    return longestNanoseconds
  }

  static func bucket(of nanoseconds: UInt64) -> Int {
    let value = min(nanoseconds, 1 << octaves)
    guard value >= bucketsPerOctave else { return Int(value) }
    // The highest bit selects the octave, the six bits below it the bucket there.
    let shift = UInt64(63 - 6 - value.leadingZeroBitCount)
    return Int((shift + 1) * bucketsPerOctave + (value >> shift) - bucketsPerOctave)
  }

  static func upperBound(of bucket: Int) -> UInt64 {
    let bucket = UInt64(bucket)
    guard bucket >= bucketsPerOctave else { return bucket }
    let shift = bucket / bucketsPerOctave - 1
    return ((bucket % bucketsPerOctave + bucketsPerOctave + 1) << shift) - 1
  }
}

internal import EventLoop

/// Decides whether posts fit on the disk, by measurements of its free space and by what posts add.
///
/// `DiskGuard` measures for it. A post fits if the reserve stays free after it and after all posts
/// that were accepted before it. Once a post does not fit, all are refused until there is some more
/// space, so that the decision does not change with every post.
struct DiskReserve {
  static let measurementLifetime = Duration.seconds(1)
  /// Posts may use the reserve divided by this number before the space is measured again.
  static let unmeasuredFraction = 4
  /// Minimum free space beyond the reserve at which posts are accepted again, in bytes.
  static let resumeBytesMin = 4 << 20
  /// Bytes that one post uses besides its text and clip: its row, index entries and WAL records.
  static let bytesPerPost = 8192

  let reserveBytes: Int
  /// The time when refusing posts began; nil while they are accepted.
  private(set) var refusingSince: Deadline?
  /// Free bytes at which posts are accepted again.
  private var resumeBytes = 0
  /// Free bytes at the last measurement; nil if they are unknown.
  private(set) var freeBytes: Int?
  private var measuredAt: Deadline?
  /// Bytes used by posts that are being stored, in part perhaps before the measurement.
  private var inFlightBytes = 0
  /// Bytes used by posts that ended since the measurement.
  private var settledBytes = 0

  init(reserveBytes: Int) {
    self.reserveBytes = reserveBytes
  }

  var isRefusing: Bool { refusingSince != nil }

  /// Returns the disk space that a post may use, in bytes: its text and clip once in the table and
  /// once in the WAL, and an eighth for the pages around them.
  static func cost(ofBytes byteCount: Int) -> Int {
    let (bytes, overflows) = byteCount.multipliedReportingOverflow(by: 2)
    guard !overflows, bytes < .max / 2 else { return .max / 4 }
    return bytes + byteCount / 8 + bytesPerPost
  }

  /// Whether the free space must be measured before the decision on a post of this size.
  func needsMeasurement(forBytes byteCount: Int, at now: Deadline) -> Bool {
    guard let measuredAt, now < measuredAt.advanced(by: Self.measurementLifetime) else {
      return true
    }
    if settledBytes > reserveBytes / Self.unmeasuredFraction { return true }
    // Posts are never refused because of an estimate.
    return !isRefusing && settledBytes > 0 && !fits(Self.cost(ofBytes: byteCount))
  }

  /// Records a measurement, nil if unknown. Returns whether posts are accepted again.
  mutating func measured(_ freeBytes: Int?, at now: Deadline) -> Bool {
    self.freeBytes = freeBytes
    measuredAt = now
    settledBytes = 0
    guard isRefusing, availableBytes.map({ $0 >= resumeBytes }) ?? true else { return false }
    refusingSince = nil
    return true
  }

  /// Accepts or refuses a post of this size. After an accepted post, the caller must call `end`.
  mutating func begin(_ byteCount: Int, at now: Deadline) -> PostDecision {
    guard !isRefusing else { return .refused }
    let cost = Self.cost(ofBytes: byteCount)
    guard fits(cost) else {
      refusingSince = now
      resumeBytes = Self.sum(reserveBytes, max(cost, reserveBytes / 8, Self.resumeBytesMin))
      return .firstRefused
    }
    inFlightBytes = Self.sum(inFlightBytes, cost)
    return .accepted
  }

  mutating func end(_ byteCount: Int) {
    let cost = Self.cost(ofBytes: byteCount)
    inFlightBytes = max(0, inFlightBytes - cost)
    settledBytes = Self.sum(settledBytes, cost)
  }

  /// Whether a post can be refused before its body is read.
  func refusesUnread(at now: Deadline) -> Bool {
    refusingSince.map { $0.advanced(by: StoragePolicy.repeatsTimeMax) <= now } ?? false
  }

  /// Free bytes after all accepted posts are stored; nil if they are unknown.
  private var availableBytes: Int? {
    freeBytes.map { $0 - Self.sum(inFlightBytes, settledBytes) }
  }

  private func fits(_ cost: Int) -> Bool {
    availableBytes.map { $0 >= Self.sum(reserveBytes, cost) } ?? true
  }

  private static func sum(_ one: Int, _ other: Int) -> Int {
    let (sum, overflows) = one.addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}

internal import ChatterStore
internal import System

/// Decides whether posts fit on the disk, by its free space and by what posts in progress add.
///
/// `DiskGuard` measures for it before each decision. A post fits if the reserve stays free after it
/// and after all posts that are being stored. Once a post does not fit, all are refused until there
/// is some more space, so that the decision does not change with every post.
struct DiskReserve {
  /// Minimum free space beyond the reserve at which posts are accepted again, in bytes.
  static let resumeBytesMin = 4 << 20
  /// Bytes that one post uses besides its text and clip: its row, index entries and WAL records.
  static let bytesPerPost = 8192

  let reserveBytes: Int
  /// The time when refusing posts began; nil while they are accepted.
  private(set) var refusingSince: Deadline?
  /// Free bytes beyond the reserve at which posts are accepted again.
  private var resumeBytes = 0
  /// Free bytes at the last measurement; nil if they are unknown.
  private(set) var freeBytes: Int?
  /// Bytes used by posts that are being stored, in part perhaps before the measurement.
  private var inFlightBytes = 0

  init(reserveBytes: Int) {
    self.reserveBytes = reserveBytes
  }

  var isRefusing: Bool { refusingSince != nil }

  /// Returns the disk space that a post may use, in bytes: its text and clip once in the table and
  /// once in the WAL, and an eighth for the pages around them.
  static func cost(ofBytes byteCount: Int) -> Int {
    2 * byteCount + byteCount / 8 + bytesPerPost
  }

  /// Records a measurement, nil if unknown. Posts are accepted again if there is enough space.
  mutating func measured(_ freeBytes: Int?) {
    self.freeBytes = freeBytes
    if fits(resumeBytes) { refusingSince = nil }
  }

  /// Returns whether a post of this size is accepted. If so, the caller must call `end` afterwards.
  mutating func begin(_ byteCount: Int, at now: Deadline) -> Bool {
    guard !isRefusing else { return false }
    let cost = Self.cost(ofBytes: byteCount)
    guard fits(cost) else {
      refusingSince = now
      resumeBytes = max(cost, reserveBytes / 8, Self.resumeBytesMin)
      return false
    }
    inFlightBytes += cost
    return true
  }

  mutating func end(_ byteCount: Int) {
    inFlightBytes -= Self.cost(ofBytes: byteCount)
  }

  /// Whether a post can be refused before its body is read.
  func refusesUnread(at now: Deadline) -> Bool {
    refusingSince.map { $0.advanced(by: Retention.repeatsTimeMax) <= now } ?? false
  }

  /// Whether the reserve stays free after all accepted posts and these bytes. The sizes of posts
  /// are those of data in memory: no sum of them overflows.
  private func fits(_ byteCount: Int) -> Bool {
    freeBytes.map { $0 - inFlightBytes - byteCount >= reserveBytes } ?? true
  }
}

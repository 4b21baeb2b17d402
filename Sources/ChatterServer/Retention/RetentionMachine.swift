internal import Sockets

/// Decides when the timeline is measured and its oldest chatts are deleted: a state machine without
/// a clock and without a database, which `Retention` drives.
///
/// The size is measured after posts only: once they may have added a small part of the limit, and
/// not so often that measuring becomes a load. Chatts are deleted by a fresh measurement, never by
/// an estimate, down to a little less than the limit, so that this does not follow every post.
struct RetentionMachine {
  /// The part of the size limit that posts may add before it is measured again.
  static let unmeasuredFraction = 128
  /// The part of the size limit that is freed beyond what is needed.
  static let freedFraction = 64
  /// Between two measurements, at least.
  static let measurementPauseMin = Duration.seconds(1)
  /// Between two measurements, in times of what the last one took.
  static let measurementPauseFactor = 10
  /// Between two searches for expired chatts, at least: those of some seconds go together.
  static let searchPauseMin = Duration.seconds(15)
  /// How often posts and lists cause a search where none of our own chatts expires.
  static let lookPause = Duration.seconds(60)
  /// Before the next attempt when the database failed.
  static let retryPause = Duration.seconds(30)

  let limits: RetentionLimits
  private let searchPause: Duration
  private(set) var isRunning = false
  /// Since when posts are refused; nil while they are accepted.
  private(set) var refusingSince: Deadline?
  /// Bytes of the timeline when it was measured last; nil before.
  private var totalBytes: Int?
  /// Bytes of posts that are being stored.
  private var inFlightBytes = 0
  /// Bytes of posts that ended since the last measurement began.
  private var postedBytes = 0
  /// The part of them from before the measurement that is under way.
  private var measuredPostedBytes = 0
  /// Whether the size is to be measured though few posts came: a post was refused, or another server
  /// was deleting.
  private var isMeasurementWanted = true
  private var measuresAfter: Deadline
  /// When the oldest chatt expires; `never` while there is none.
  private var expiresAt: Deadline
  private var looksAfter: Deadline
  /// Whether a post ended since the last search began.
  private var hasPosted = false

  init(
    limits: RetentionLimits, searchPause: Duration = Self.searchPauseMin, now: Deadline
  ) {
    self.limits = limits
    self.searchPause = searchPause
    measuresAfter = now
    expiresAt = limits.ageMax == nil ? .never : now
    looksAfter = expiresAt
  }

  var isRefusing: Bool { refusingSince != nil }

  /// When a run is due; `never` while there is nothing to do.
  var wakesAt: Deadline {
    isRunning ? .never : min(expiresAt, wantsMeasurement ? measuresAfter : .never)
  }

  // MARK: Requests

  /// Accepts or refuses a post of this size; one that is accepted is followed by `end`.
  mutating func begin(_ byteCount: Int, at now: Deadline) -> PostDecision {
    if let bytesMax = limits.bytesMax, limits.whenFull == .refuse,
      isRefusing || sizeEstimate + byteCount + RetentionLimits.rowBytes > bytesMax
    {
      isMeasurementWanted = true
      guard !isRefusing else { return .refused }
      refusingSince = now
      return .firstRefused
    }
    inFlightBytes += byteCount + RetentionLimits.rowBytes
    return .accepted
  }

  /// The outcome of an accepted post is known.
  mutating func end(_ byteCount: Int, at now: Deadline) {
    inFlightBytes -= byteCount + RetentionLimits.rowBytes
    postedBytes += byteCount + RetentionLimits.rowBytes
    guard let ageMax = limits.ageMax else { return }
    hasPosted = true
    expiresAt = min(expiresAt, now.advanced(by: ageMax))
  }

  /// A post or a list was requested: chatts that others have posted may have expired.
  mutating func touch(at now: Deadline) {
    guard looksAfter <= now else { return }
    looksAfter = now.advanced(by: Self.lookPause)
    expiresAt = min(expiresAt, now)
  }

  // MARK: Runs

  /// Begins a run if it is due; `finish` follows.
  mutating func start(at now: Deadline) -> Bool {
    guard wakesAt <= now else { return false }
    isRunning = true
    return true
  }

  /// Whether this run searches for expired chatts; if so, `searched` follows.
  mutating func searches(at now: Deadline) -> Bool {
    guard let ageMax = limits.ageMax, ageMax > .zero, expiresAt <= now else { return false }
    hasPosted = false
    return true
  }

  /// Expired chatts are deleted, and the next one expires after this time, if there is one.
  mutating func searched(next: Duration?, at now: Deadline) {
    looksAfter = now.advanced(by: Self.lookPause)
    let pause = now.advanced(by: searchPause)
    let fallback = hasPosted ? limits.ageMax : nil
    expiresAt = (next ?? fallback).map { max(pause, now.advanced(by: $0)) } ?? .never
  }

  /// Whether this run measures the size; if so, `measured` follows.
  mutating func measures(at now: Deadline) -> Bool {
    guard wantsMeasurement, measuresAfter <= now else { return false }
    measuredPostedBytes = postedBytes
    return true
  }

  /// The size is known, and how long it took to measure it.
  ///
  /// - Returns: Whether posts are accepted again.
  mutating func measured(_ byteCount: Int, took duration: Duration, at now: Deadline) -> Bool {
    totalBytes = byteCount
    postedBytes -= measuredPostedBytes
    isMeasurementWanted = false
    measuresAfter = now.advanced(
      by: max(Self.measurementPauseMin, duration * Self.measurementPauseFactor))
    guard isRefusing, byteCount <= targetBytes else { return false }
    refusingSince = nil
    return true
  }

  /// How many bytes of the oldest chatts are to be deleted after a measurement; 0 for none.
  var excessBytes: Int {
    guard let bytesMax = limits.bytesMax, limits.whenFull == .deleteOldest, let totalBytes,
      totalBytes > bytesMax
    else { return 0 }
    return totalBytes - targetBytes
  }

  /// The oldest chatts are deleted; if not all of them, another server is at it.
  mutating func removed(all isComplete: Bool) {
    guard excessBytes > 0 else { return }
    totalBytes = targetBytes
    isMeasurementWanted = !isComplete
  }

  /// The run is over; it ends early when the database fails.
  mutating func finish(hasFailed: Bool, at now: Deadline) {
    isRunning = false
    guard hasFailed else { return }
    let later = now.advanced(by: Self.retryPause)
    measuresAfter = max(measuresAfter, later)
    if expiresAt != .never { expiresAt = max(expiresAt, later) }
  }

  private var targetBytes: Int {
    let bytesMax = limits.bytesMax ?? .max
    return bytesMax - bytesMax / Self.freedFraction
  }

  // The summands are sizes of what is in memory or in the database: no sum of them overflows.
  private var sizeEstimate: Int { (totalBytes ?? 0) + inFlightBytes + postedBytes }

  private var wantsMeasurement: Bool {
    guard let bytesMax = limits.bytesMax else { return false }
    return isMeasurementWanted || postedBytes > bytesMax / Self.unmeasuredFraction
      || (inFlightBytes + postedBytes > 0 && sizeEstimate > bytesMax)
  }
}

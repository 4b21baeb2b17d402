internal import System

/// Decides when the timeline is measured and its oldest chatts are deleted. `Retention` drives it.
///
/// The size is measured only after posts: once they may have added a small part of the limit, and
/// not so often that measuring becomes a load. Deletions are based on a fresh measurement. They
/// continue to a little below the limit, so that not every post causes deletions.
struct RetentionMachine {
  /// Posts may add the size limit divided by this number before it is measured again.
  static let unmeasuredFraction = 128
  /// The size limit divided by this number is freed beyond what is needed.
  static let freedFraction = 64
  /// Minimum time between two measurements.
  static let measurementIntervalMin = Duration.seconds(1)
  /// Minimum time between two measurements, as a multiple of the duration of the last one.
  static let measurementIntervalFactor = 10
  /// Minimum time between two searches, so that chatts of some seconds are deleted together.
  static let searchIntervalMin = Duration.seconds(15)
  /// The same for searches that posts and lists cause while no chatt of this server expires.
  static let touchIntervalMin = Duration.seconds(60)
  /// Time before the next attempt after a database failure.
  static let retryInterval = Duration.seconds(30)

  let limits: RetentionLimits
  private let searchInterval: Duration
  private(set) var isRunning = false
  /// The time when refusing posts began; nil while they are accepted.
  private(set) var refusingSince: Deadline?
  /// The size of the timeline at the last measurement, in bytes; nil before the first.
  private var totalBytes: Int?
  /// Bytes of posts that are being stored.
  private var inFlightBytes = 0
  /// Bytes of posts that ended since the last measurement began.
  private var postedBytes = 0
  /// The part of `postedBytes` from before the measurement in progress.
  private var measuredPostedBytes = 0
  /// Whether to measure despite few posts: one was refused, or another server was deleting.
  private var isMeasurementWanted = true
  private var measuresAfter: Deadline
  /// When the oldest chatt expires; `never` if there is none.
  private var expiresAt: Deadline
  private var touchesAfter: Deadline
  /// Whether a post ended since the last search began.
  private var hasPosted = false

  init(
    limits: RetentionLimits, searchInterval: Duration = Self.searchIntervalMin, now: Deadline
  ) {
    self.limits = limits
    self.searchInterval = searchInterval
    measuresAfter = now
    expiresAt = limits.ageMax == nil ? .never : now
    touchesAfter = expiresAt
  }

  var isRefusing: Bool { refusingSince != nil }

  /// When a run is due; `never` while there is nothing to do.
  var wakesAt: Deadline {
    isRunning ? .never : min(expiresAt, wantsMeasurement ? measuresAfter : .never)
  }

  // MARK: Requests

  /// Accepts or refuses a post of this size. After an accepted post, the caller must call `end`.
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

  /// Records that the outcome of an accepted post is known.
  mutating func end(_ byteCount: Int, at now: Deadline) {
    inFlightBytes -= byteCount + RetentionLimits.rowBytes
    postedBytes += byteCount + RetentionLimits.rowBytes
    guard let ageMax = limits.ageMax else { return }
    hasPosted = true
    expiresAt = min(expiresAt, now.advanced(by: ageMax))
  }

  /// Records a request. Chatts that other servers stored may have expired.
  mutating func touch(at now: Deadline) {
    guard touchesAfter <= now else { return }
    touchesAfter = now.advanced(by: Self.touchIntervalMin)
    expiresAt = min(expiresAt, now)
  }

  // MARK: Runs

  /// Begins a run if it is due. If so, the caller must call `finish` afterwards.
  mutating func start(at now: Deadline) -> Bool {
    guard wakesAt <= now else { return false }
    isRunning = true
    return true
  }

  /// Whether this run searches for expired chatts. If so, `searched` must follow.
  mutating func searches(at now: Deadline) -> Bool {
    guard let ageMax = limits.ageMax, ageMax > .zero, expiresAt <= now else { return false }
    hasPosted = false
    return true
  }

  /// Records that expired chatts are deleted, and the time until the next one expires, if any.
  mutating func searched(next: Duration?, at now: Deadline) {
    touchesAfter = now.advanced(by: Self.touchIntervalMin)
    let pause = now.advanced(by: searchInterval)
    let fallback = hasPosted ? limits.ageMax : nil
    expiresAt = (next ?? fallback).map { max(pause, now.advanced(by: $0)) } ?? .never
  }

  /// Whether this run measures the size. If so, the caller must call `measured` afterwards.
  mutating func measures(at now: Deadline) -> Bool {
    guard wantsMeasurement, measuresAfter <= now else { return false }
    measuredPostedBytes = postedBytes
    return true
  }

  /// Records the size, and how long it took to measure it. Returns whether posts are accepted
  /// again.
  mutating func measured(_ byteCount: Int, took duration: Duration, at now: Deadline) -> Bool {
    totalBytes = byteCount
    postedBytes -= measuredPostedBytes
    isMeasurementWanted = false
    measuresAfter = now.advanced(
      by: max(Self.measurementIntervalMin, duration * Self.measurementIntervalFactor))
    guard isRefusing, byteCount <= targetBytes else { return false }
    refusingSince = nil
    return true
  }

  /// Bytes of the oldest chatts to delete after a measurement; 0 for none.
  var excessBytes: Int {
    guard let bytesMax = limits.bytesMax, limits.whenFull == .deleteOldest, let totalBytes,
      totalBytes > bytesMax
    else { return 0 }
    return totalBytes - targetBytes
  }

  /// Records that the oldest chatts are deleted, some of them by another server if not `all`.
  mutating func removed(all isComplete: Bool) {
    guard excessBytes > 0 else { return }
    totalBytes = targetBytes
    isMeasurementWanted = !isComplete
  }

  /// Ends the run. A run ends early when the database fails.
  mutating func finish(hasFailed: Bool, at now: Deadline) {
    isRunning = false
    guard hasFailed else { return }
    let later = now.advanced(by: Self.retryInterval)
    measuresAfter = max(measuresAfter, later)
    if expiresAt != .never { expiresAt = max(expiresAt, later) }
  }

  private var targetBytes: Int {
    let bytesMax = limits.bytesMax ?? .max
    return bytesMax - bytesMax / Self.freedFraction
  }

  // The summands are sizes of data in memory or in the database: no sum of them overflows.
  private var sizeEstimate: Int { (totalBytes ?? 0) + inFlightBytes + postedBytes }

  private var wantsMeasurement: Bool {
    guard let bytesMax = limits.bytesMax else { return false }
    return isMeasurementWanted || postedBytes > bytesMax / Self.unmeasuredFraction
      || (inFlightBytes + postedBytes > 0 && sizeEstimate > bytesMax)
  }
}

/// Whether there is space for a post.
package enum PostDecision: Equatable {
  case accepted
  /// The post is refused, like those before it.
  case refused
  /// The post is refused, and so are all later ones until there is space again.
  case firstRefused
}

internal import Chatter

/// What becomes of a post for which there has to be space.
enum PostDecision: Equatable {
  case accepted
  /// It is refused as those before it.
  case refused
  /// It is refused, and all that come after it are, until there is space again.
  case firstRefused
}

/// Whether there is space for posts: what an endpoint consults before it reads and stores one.
public struct StoragePolicy: Sendable {
  /// How long posts are read all the same after refusing began. A repeat of a post that was stored
  /// just before is still recognised, and does not get a 507 that says nothing was stored: a post
  /// takes up to 20 seconds, and its repeat is known for ten seconds more.
  static let repeatsTimeMax = Duration.seconds(30)

  /// Nil where the disk is not ours to watch.
  public var disk: DiskGuard?
  /// Nil where the timeline has no limits.
  public var retention: Retention?

  public init() {}

  /// Throws `full` where a post would be refused whatever its body.
  func check() throws(TimelineError) {
    try disk?.check()
    try retention?.check()
  }

  /// Stores a chatt if there is space for it; throws `full` if not.
  func store(
    _ chatt: NewChatt, _ body: () async throws(TimelineError) -> Void
  ) async throws(TimelineError) {
    let byteCount = chatt.byteCount
    try disk?.begin(byteCount)
    defer { disk?.end(byteCount) }
    try retention?.begin(byteCount)
    defer { retention?.end(byteCount) }
    try await body()
  }

  /// A list was requested: before it is made, what has expired is looked for now and then.
  func touch() {
    retention?.touch()
  }

  /// Why posts are refused now; nil when they are accepted.
  func refusal() -> String? {
    if disk?.isRefusing() == true { return "refused: disk space is below the reserve" }
    if retention?.isRefusing == true { return "refused: the timeline is full" }
    return nil
  }
}

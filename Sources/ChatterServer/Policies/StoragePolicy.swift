internal import Chatter
public import ChatterStore

/// Decides whether there is space for posts.
public struct StoragePolicy: Sendable {
  /// Nil if this server does not monitor the disk.
  public var disk: DiskGuard?
  /// Nil if the timeline has no limits.
  public var retention: Retention?

  /// Throws `full` if a post would be refused whatever its body.
  func check() throws(TimelineError) {
    try disk?.check()
    try retention?.check()
  }

  /// Stores a chatt if there is space for it; throws `full` otherwise.
  @discardableResult
  func store<Value>(
    _ chatt: NewChatt, _ body: () async throws(TimelineError) -> Value
  ) async throws(TimelineError) -> Value {
    let byteCount = chatt.byteCount
    try disk?.begin(byteCount)
    defer { disk?.end(byteCount) }
    try retention?.begin(byteCount)
    defer { retention?.end(byteCount) }
    return try await body()
  }

  /// Records that a list was requested. From time to time this causes a search for expired chatts.
  func touch() {
    retention?.touch()
  }

  /// Returns the reason why posts are refused now; nil if they are accepted.
  public func refusal() -> String? {
    if disk?.isRefusing() == true { return "refused: disk space is below the reserve" }
    if retention?.isRefusing == true { return "refused: the timeline is full" }
    return nil
  }
}

/// A timeline in which a post that bears a key is stored once, however often it comes.
public protocol IdempotentTimeline: Timeline {
  /// Stores a chatt, unless a post with this key was stored already.
  ///
  /// The same key and another chatt is `refused`. A repeat that comes while the first is under way
  /// waits for it.
  @discardableResult
  func post(_ chatt: NewChatt, once key: PostKey) async throws(TimelineError) -> ChattID?
}

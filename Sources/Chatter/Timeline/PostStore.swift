/// A store for posts.
public protocol PostStore {
  /// Stores a chatt durably.
  ///
  /// Every list requested after this call returns contains the chatt. The result is the id, if the
  /// store reports one (the `{}` on the wire does not).
  @discardableResult
  func post(_ chatt: NewChatt) async throws(TimelineError) -> ChattID?

  /// Stores a chatt unless a post with this key is already stored.
  ///
  /// The same key with a different chatt is `refused`. A repeat that arrives while the first post
  /// is in progress waits for it.
  @discardableResult
  func post(_ chatt: NewChatt, once key: PostKey) async throws(TimelineError) -> ChattID?
}

/// Where posts are stored.
public protocol PostStore: Sendable {
  /// Stores a chatt durably, and returns its id where the store reports it (the wire's `{}` does
  /// not). It is in every list that is requested after the call has returned.
  @discardableResult
  func post(_ chatt: NewChatt) async throws(TimelineError) -> ChattID?

  /// Stores a chatt, unless a post with this key was stored already.
  ///
  /// The same key with another chatt is `refused`. A repeat that comes while the first is under way
  /// waits for it.
  @discardableResult
  func post(_ chatt: NewChatt, once key: PostKey) async throws(TimelineError) -> ChattID?
}

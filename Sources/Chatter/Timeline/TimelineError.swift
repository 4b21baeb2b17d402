/// The reason that a timeline operation failed.
public enum TimelineError: Error, Equatable, Sendable {
  /// The timeline is unreachable (database or network down): nothing was stored; retry later.
  case unavailable(retryAfter: Duration)
  /// The operation timed out; a post was not stored.
  case timedOut
  /// The database took too long over this post alone, which was not stored.
  case tooSlow
  /// The connection was lost during the post, and it is unknown whether the post was stored.
  case outcomeUnknown
  /// The chatt or the request was refused; the text says what to change.
  case refused(String)
  /// There is no space left: nothing was stored; the text says what to do.
  case full(String)
  /// The response is not a valid response to the call; the text says why.
  case malformedResponse(String)
  /// The calling task was cancelled.
  case cancelled
}

extension TimelineError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unavailable(let retryAfter):
      "timeline is unavailable: try again in \(max(1, retryAfter.components.seconds)) s"
    case .timedOut: "timeline timed out"
    case .tooSlow: "the database took too long to store this chatt"
    case .outcomeUnknown: "connection lost during the post: check whether it was stored"
    case .refused(let message): message
    case .full(let message): message
    case .malformedResponse(let message): message
    case .cancelled: "cancelled"
    }
  }
}

/// A store for posts.
public protocol PostStore {
  /// Stores a chatt durably.
  ///
  /// Every list requested after this call returns contains the chatt.
  @discardableResult
  func post(_ chatt: NewChatt) async throws(TimelineError) -> PostedChatt

  /// Stores a chatt unless a post with this key is already stored.
  ///
  /// The same key with a different chatt is `refused`. A repeat that arrives while the first post
  /// is in progress waits for it. The result is that of the first post.
  @discardableResult
  func post(_ chatt: NewChatt, once key: PostKey) async throws(TimelineError) -> PostedChatt
}

/// What a store has added to a chatt that it has stored.
public struct PostedChatt: Sendable, Equatable {
  /// Its id.
  public let id: ChattID
  /// When it was stored, as the lists show it.
  public let createdAt: Timestamp

  /// Creates it from both.
  public init(id: ChattID, createdAt: Timestamp) {
    self.id = id
    self.createdAt = createdAt
  }
}

public import Chatter

/// A page of the timeline (`GET /v1/chatts`).
public struct ChattPage: Sendable {
  /// The default number of chatts of a page, and its maximum.
  public static let limit = 50
  /// Maximum number of chatts that can be requested.
  public static let limitMax = 200

  /// The chatts, newest first, with `clipLink` in place of their clips.
  public var chatts: [Chatt]
  /// The cursor of the next older page; nil if there is none.
  public var next: String?
  /// The cursor of the next newer page; nil if there is none.
  public var previous: String?
  /// Number of malformed elements that were skipped.
  public var skippedCount: Int

  /// Creates a page, as a test double of a server does.
  public init(
    chatts: [Chatt], next: String? = nil, previous: String? = nil, skippedCount: Int = 0
  ) {
    (self.chatts, self.next, self.previous) = (chatts, next, previous)
    self.skippedCount = skippedCount
  }
}

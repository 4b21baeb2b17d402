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

public import Chatter

/// Keeps the tokens that delete one's own chatts, which the server returns once.
public protocol DeleteTokenStore: Sendable {
  /// Stores the token of a chatt. After a failure, the chatt cannot be deleted from here.
  func keep(_ token: String, of id: ChattID, on server: Server)

  /// Returns the token of a chatt; nil if it was not posted from here.
  func token(of id: ChattID, on server: Server) -> String?

  /// Removes the token of a chatt that is gone.
  func forget(_ id: ChattID, on server: Server)
}

/// The outcome of a deletion.
public enum Deletion: Sendable, Equatable {
  case deleted
  /// The chatt was deleted before, or never existed.
  case wasGone
  /// The chatt was not posted from here, or the server has no deletion.
  case notOwn
}

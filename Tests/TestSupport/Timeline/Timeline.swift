public import Chatter

/// What the four calls do together: posts are stored, and both lists show them.
///
/// Lists are newest first. ``TimelineContract`` holds every implementation to this.
public protocol Timeline: Sendable {
  /// Stores a chatt; returns its id where that is known.
  @discardableResult
  func post(_ chatt: NewChatt) async throws -> ChattID?

  /// getchatts: every chatt, without its clip.
  func chatts() async throws -> [Chatt]

  /// getaudio: every chatt with its clip.
  func audio() async throws -> [Chatt]
}

public import Chatter

/// The timeline behind the four calls: posts are stored, and both lists show them.
///
/// Lists are newest first. ``TimelineContract`` tests every implementation.
public protocol Timeline: Sendable {
  /// What a post returns: a `PostedChatt` where the call has one.
  associatedtype Posted: Sendable

  /// Stores a chatt.
  @discardableResult
  func post(_ chatt: NewChatt) async throws -> Posted

  /// getchatts: every chatt, without its clip.
  func chatts() async throws -> [Chatt]

  /// getaudio: every chatt with its clip.
  func audio() async throws -> [Chatt]
}

/// What the four calls do, wherever the chatts live: in PostgreSQL, behind a remote server, in memory.
///
/// Text chatts and audio chatts are one timeline. A chatt whose post has returned is in every list
/// asked for afterwards. Lists are newest first, unless the home was made for another order.
/// `TimelineContract` in the tests holds every home to this.
public protocol Timeline: Sendable {
  /// Stores a chatt for good; returns its id where the home tells it (the wire's `{}` does not).
  @discardableResult
  func post(_ chatt: NewChatt) async throws(TimelineError) -> ChattID?

  /// getchatts: every chatt, without its clip.
  func chatts() async throws(TimelineError) -> [Chatt]

  /// getaudio: every chatt with its clip, in batches, since all clips together may not fit into memory.
  func audio() async throws(TimelineError) -> ChattBatches
}

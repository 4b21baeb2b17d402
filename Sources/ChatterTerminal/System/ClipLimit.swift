/// The maximum sizes of clips.
enum ClipLimit {
  /// Of a posted clip: the decoded size of the server's default maximum body.
  static let postedBytesMax = 24 * 1024 * 1024
  /// Of a recording, which must fit into a post with its last segment of half a second.
  static let recordedBytesMax = postedBytesMax - (1 << 20)
  /// Of a clip to play.
  static let playedBytesMax = 256 * 1024 * 1024
}

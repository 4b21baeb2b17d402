/// Which of the clips that arrived after another one follow it.
enum ClipQueue {
  case all, unheard
}

/// The actions that follow from a key.
enum FrontEndAction: Equatable, Sendable {
  case quit
  case suspend
  /// Redraws the whole screen: the terminal may show something else.
  case redraw
  case refresh
  /// Posts the written text, and the recorded clip.
  case post
  /// Loads the clip of a chatt into the player, and plays it.
  case listen(id: String)
  /// Plays the clip of a chatt, then those that follow it.
  case playQueue(from: String, ClipQueue)
  /// Play the clip that arrived after or before the current one.
  case next(id: String)
  case previous(id: String)
  case record, play, stop, rewind, forward, done
  /// Discards the recorded clip.
  case discard
  /// Plays, posts or deletes what an earlier run did not post.
  case playUnsent(id: String)
  case postUnsent(id: String)
  case deleteUnsent(id: String)
  case deleteChatt(id: String)
  case memo(MemoAction<MemoID>)
  case setVolume(Double)
  case setRate(Double)
  case setRepeats(Bool)
}

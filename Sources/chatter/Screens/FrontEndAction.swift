/// What the front end is to do beside showing itself.
enum FrontEndAction: Equatable, Sendable {
  case quit
  case suspend
  /// Draws all anew: the terminal may show something else.
  case redraw
  case refresh
  /// Posts what is written, and the clip that was recorded.
  case post
  /// Makes the player ready with the clip of a chatt, and plays it.
  case listen(id: String)
  case record, play, stop, rewind, forward, done
  /// Forgets the clip that was recorded.
  case discard
  case setVolume(Double)
  case setRate(Double)
  case setRepeats(Bool)
}

/// A request from media controls to a player: the methods and writable properties of
/// `org.mpris.MediaPlayer2.Player` and `org.mpris.MediaPlayer2`.
public enum MediaCommand: Equatable, Sendable {
  case play
  case pause
  case playPause
  case stop
  case next
  case previous
  /// Seeks forward by a duration, or backward if it is negative.
  case seek(by: Duration)
  /// Seeks to a position in the named track; ignored if another track is current by then.
  case setPosition(Duration, trackID: String)
  /// Sets the volume, 0...1; the receiver clamps it.
  case setVolume(Double)
  /// Sets the playback rate; the receiver clamps it. 0 means pause.
  case setRate(Double)
  /// Sets whether the message repeats (`LoopStatus`).
  case setRepeats(Bool)
  /// Brings the front end to the foreground.
  case raise
  /// Ends the program.
  case quit
}

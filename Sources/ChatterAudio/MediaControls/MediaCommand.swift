/// What media controls ask a player for, by the methods and settable properties of
/// `org.mpris.MediaPlayer2.Player` and `org.mpris.MediaPlayer2`.
public enum MediaCommand: Equatable, Sendable {
  case play
  case pause
  case playPause
  case stop
  case next
  case previous
  /// Forwards, or backwards by a negative duration.
  case seek(by: Duration)
  /// To an instant of the track that is named; to be ignored where another one is played by now.
  case setPosition(Duration, trackID: String)
  /// 0...1; whoever takes it clamps it.
  case setVolume(Double)
  /// Whoever takes it clamps it; 0 means pause.
  case setRate(Double)
  /// `LoopStatus`: whether the message is repeated.
  case setRepeats(Bool)
  /// Brings the front end to the front.
  case raise
  /// Ends the program.
  case quit
}

/// Media controls shared by all programs: the media keys, the desktop's media panel, a headset's
/// button.
///
/// On Linux, the implementation is ``SessionBusControls``.
public protocol MediaControls: AnyObject, Sendable {
  /// The commands; ends after `close` or when the controls are lost. Only one task reads it.
  var commands: AsyncStream<MediaCommand> { get }

  /// Shows the state of the player; called at each change, and several times a second during
  /// playback. A change of the position alone is not announced.
  func show(_ state: MediaState)

  /// Announces a jump of the position (`Seeked`), but not normal playback or a new message.
  func announceSeek(to position: Duration)

  /// Disconnects the controls; no state is shown afterwards.
  func close()
}

/// A request from media controls: methods and writable properties of `org.mpris.MediaPlayer2`.
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
  /// Ends the program.
  case quit
}

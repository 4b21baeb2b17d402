/// Media controls shared by all programs: the media keys, the desktop's media panel, a headset's
/// button.
///
/// Controls send commands and show the player's state. On Linux, the implementation uses the
/// session bus (MPRIS, the specification of `org.mpris.MediaPlayer2`); without one, the controls
/// are `nil`.
public protocol MediaControls: AnyObject, Sendable {
  /// The commands; ends after `close` or when the controls are lost. Only one task reads it.
  var commands: AsyncStream<MediaCommand> { get }

  /// Shows the state of the player; called at each change, and several times a second during
  /// playback.
  ///
  /// An implementation stores the last state, responds to queries with it and announces the
  /// differences to the previous one. It never announces a change of the position alone.
  func show(_ state: MediaState)

  /// Announces a jump of the position (`Seeked`), but not normal playback or a new message.
  func announceSeek(to position: Duration)

  /// Disconnects the controls; no state is shown afterwards.
  func close()
}

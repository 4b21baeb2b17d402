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

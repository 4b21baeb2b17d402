/// What a person controls players with that belongs to no one program: the media keys, a desktop's
/// panel, a headset's button.
///
/// Commands come in, state goes out. On Linux it is the session bus (MPRIS, the specification of
/// `org.mpris.MediaPlayer2`); where there is none, `nil` stands for it.
public protocol MediaControls: AnyObject, Sendable {
  /// What is asked for; ends after `close`, and with what asks. One task reads it.
  var commands: AsyncStream<MediaCommand> { get }

  /// Tells what is played, and how: at each change, and several times a second while it plays.
  ///
  /// Who implements it keeps the last, answers questions from it, and announces what differs from
  /// the one before; the position alone is never announced.
  func show(_ state: MediaState)

  /// Announces that the position has jumped (`Seeked`): not by playing on, and not by a new message.
  func announceSeek(to position: Duration)

  /// Leaves the bus; nothing is shown after it.
  func close()
}

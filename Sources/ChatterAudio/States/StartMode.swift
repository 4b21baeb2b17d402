/// The purpose for which a player is opened, and the start state it returns to.
public enum StartMode: CaseIterable, Hashable, Sendable {
  /// There is a clip; it may be played or recorded again.
  case standby
  /// There is no clip yet.
  case record
  /// The clip of another person, for playback only.
  case play
}

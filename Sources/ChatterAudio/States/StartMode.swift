/// What a player is opened for, and comes back to.
public enum StartMode: CaseIterable, Hashable, Sendable {
  /// There is a clip; it may be played or recorded anew.
  case standby
  /// There is no clip yet.
  case record
  /// A clip of someone else, to be played and no more.
  case play
}

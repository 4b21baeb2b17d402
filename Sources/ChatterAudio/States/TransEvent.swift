/// What moves a player from one state to another.
public enum TransEvent: CaseIterable, Hashable, Sendable {
  case recTapped, playTapped, stopTapped, doneTapped
  /// The clip could not be recorded or played.
  case failed
}

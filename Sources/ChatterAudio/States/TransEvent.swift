/// An event of the player's state machine.
public enum TransEvent: CaseIterable, Hashable, Sendable {
  case recTapped, playTapped, stopTapped, doneTapped
  /// The clip could not be recorded or played.
  case failed
}

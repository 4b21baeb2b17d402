/// The colour of the record button.
public enum PlayerColor: Hashable, Sendable {
  case blue, red, grey
}

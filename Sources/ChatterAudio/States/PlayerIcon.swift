/// The icon of a button; the raw value is its SF Symbols name.
public enum PlayerIcon: String, CaseIterable, Sendable {
  case record = "largecircle.fill.circle"
  case stopRecording = "stop.circle"
  case play = "play"
  case pause = "pause"
  /// The done button when the clip is sent with a message.
  case share = "square.and.arrow.up"
  /// The done button when there is nothing to send.
  case close = "xmark.square"
}

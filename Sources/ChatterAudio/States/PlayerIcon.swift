/// A button's picture; the raw value is its name among the SF Symbols.
public enum PlayerIcon: String, CaseIterable, Sendable {
  case record = "largecircle.fill.circle"
  case stopRecording = "stop.circle"
  case play = "play"
  case pause = "pause"
  /// Done, where the clip goes with a message.
  case share = "square.and.arrow.up"
  /// Done, where there is nothing to send.
  case close = "xmark.square"
}

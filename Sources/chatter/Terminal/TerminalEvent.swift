/// What a terminal, or who runs the program, says.
enum TerminalEvent: Equatable, Sendable {
  /// What was typed; whoever has not dealt with it yet holds the piece that it came in.
  case bytes([UInt8], HeldPiece? = nil)
  /// No byte has followed for as long as the parts of an escape sequence need.
  case quiet
  /// A signal has come, by its number.
  case signal(Int32)
  /// There is no one left at the terminal.
  case ended
}

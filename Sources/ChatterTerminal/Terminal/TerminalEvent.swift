/// An event of a terminal, or a signal.
enum TerminalEvent: Equatable, Sendable {
  /// Input. The `ReadAheadToken` is retained until the input has been processed.
  case bytes([UInt8], ReadAheadToken? = nil)
  /// No input has followed within the time that an escape sequence may take.
  case quiet
  /// A signal, by its number.
  case signal(Int32)
  /// The end of the input.
  case ended
}

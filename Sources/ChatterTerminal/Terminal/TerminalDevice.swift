/// The terminal, as the front end uses it; tests have their own implementation.
protocol TerminalDevice: Sendable {
  var size: TerminalSize { get }

  /// Input and signals. Only one task may read them.
  var events: AsyncStream<TerminalEvent> { get }

  func write(_ bytes: [UInt8])

  /// Switches to raw mode and the alternate screen; false while another job has the terminal.
  func enter() -> Bool

  /// Restores the terminal.
  func leave()

  /// Restores the terminal, stops the program as Ctrl-Z does, and enters again; false if it fails.
  func suspend() -> Bool
}

struct TerminalSize: Equatable, Sendable {
  var width: Int
  var height: Int

  /// The size that is assumed if the terminal does not report one.
  static let standard = TerminalSize(width: 80, height: 24)
}

/// An event of a terminal, or a signal.
enum TerminalEvent: Equatable, Sendable {
  /// Input. The `ReadAheadToken` is retained until the input has been processed.
  case bytes([UInt8], ReadAheadToken? = nil)
  /// No input has followed within the time that an escape sequence may take.
  case quiet
  case signal(Int32)
  case ended
}

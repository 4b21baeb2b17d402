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

  /// Restores the terminal, stops the program as Ctrl-Z does, and enters again when the program is
  /// continued; false if that fails.
  func suspend() -> Bool
}

/// The size of a terminal, in columns and rows.
struct TerminalSize: Equatable, Sendable {
  var width: Int
  var height: Int

  /// The size that is assumed if the terminal does not report one.
  static let standard = TerminalSize(width: 80, height: 24)
}

/// The terminal, as the front end uses it; tests have one of their own.
protocol TerminalDevice: Sendable {
  var size: TerminalSize { get }

  /// What is typed, and signals. One task reads it.
  var events: AsyncStream<TerminalEvent> { get }

  func write(_ bytes: [UInt8])

  /// Takes the terminal: raw, on its other screen; false while it is another job's.
  func enter() -> Bool

  /// Gives it back as it was.
  func leave()

  /// Gives it back, stops the program as the terminal's own key would, and takes it again when the
  /// program goes on; false where it could not.
  func suspend() -> Bool
}

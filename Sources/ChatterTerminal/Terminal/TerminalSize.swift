/// The size of a terminal, in columns and rows.
struct TerminalSize: Equatable, Sendable {
  var width: Int
  var height: Int

  /// The size that is assumed if the terminal does not report one.
  static let standard = TerminalSize(width: 80, height: 24)
}

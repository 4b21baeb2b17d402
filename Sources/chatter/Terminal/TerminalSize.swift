/// How large a terminal is, in columns and rows.
struct TerminalSize: Equatable, Sendable {
  var width: Int
  var height: Int

  /// What is taken where a terminal does not say.
  static let standard = TerminalSize(width: 80, height: 24)
}

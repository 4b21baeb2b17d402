@testable import ChatterTerminal

extension Screen {
  /// Returns the text of a row without trailing blanks.
  func text(row: Int) -> String {
    let line = (0..<width).map { self[row, $0].text }.joined()
    guard let last = line.lastIndex(where: { $0 != " " }) else { return "" }
    return String(line[...last])
  }

  /// All rows, for comparison with an expected text.
  var text: String { (0..<height).map { text(row: $0) }.joined(separator: "\n") }
}

extension TerminalCapabilities {
  static let ascii = TerminalCapabilities(colors: .none, isUnicode: false)
  static let unicode = TerminalCapabilities(colors: .palette256, isUnicode: true)
}

extension FrontEndModel {
  /// The text of its screen.
  func text(
    _ capabilities: TerminalCapabilities = .unicode, width: Int = 80, height: Int = 24
  ) -> String {
    FrontEndScreen.draw(
      self, size: TerminalSize(width: width, height: height), capabilities: capabilities
    ).text
  }
}

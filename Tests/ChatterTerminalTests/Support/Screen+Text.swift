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

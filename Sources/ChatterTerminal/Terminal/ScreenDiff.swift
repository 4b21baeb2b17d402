/// Generates the output that turns one screen into another. Only changed cells are written, in
/// their styles. A row whose width is uncertain, before or after, is erased and redrawn completely.
struct ScreenDiff {
  let capabilities: TerminalCapabilities
  private var output: [UInt8] = []
  /// The position of the terminal's cursor; nil if it is unknown.
  private var place: (row: Int, column: Int)?
  private var rendition: String?

  private init(_ capabilities: TerminalCapabilities) { self.capabilities = capabilities }

  /// Returns the bytes for the terminal; draws everything without an old screen of the same size.
  static func output(from old: Screen?, to new: Screen, capabilities: TerminalCapabilities)
    -> [UInt8]
  {
    var diff = ScreenDiff(capabilities)
    let base = old.flatMap { $0.width == new.width && $0.height == new.height ? $0 : nil }
    if base == new { return [] }
    diff.append("\u{1B}[?25l")
    if base == nil { diff.append("\u{1B}[0m\u{1B}[2J") }
    for row in 0..<new.height { diff.draw(row: row, from: base, to: new) }
    diff.append("\u{1B}[0m")
    if let cursor = new.cursor {
      diff.append("\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h")
    }
    return diff.output
  }

  private mutating func draw(row: Int, from base: Screen?, to new: Screen) {
    var old = base
    if let base, base.isUncertain(row: row) || new.isUncertain(row: row) {
      if (0..<new.width).allSatisfy({ base[row, $0] == new[row, $0] }) { return }
      move(row: row, column: 0)
      set("0")
      append("\u{1B}[K")
      place = (row, 0)
      old = nil
    }
    var isAfterUncertain = false
    for column in 0..<new.width {
      let cell = new[row, column]
      // The right half of a wide character is drawn with its left half.
      if cell.text.isEmpty { continue }
      if let old, !Self.differs(old, new, row: row, column: column) { continue }
      if old == nil, !isAfterUncertain, cell == Screen.Cell() { continue }
      // Some terminals scroll after writing the last cell; line wrap is turned off to prevent that.
      move(row: row, column: column)
      set(capabilities.rendition(cell.style))
      let width = column + 1 < new.width && new[row, column + 1].text.isEmpty ? 2 : 1
      append(capabilities.isUnicode ? cell.text : Self.ascii(cell.text, columns: width))
      if cell.isUncertain { isAfterUncertain = true }
      place = column + width < new.width ? (row, column + width) : nil
      // The width of a character beyond ASCII may differ between terminals.
      if !cell.text.utf8.allSatisfy({ $0 < 0x80 }), width == 2 || cell.text.unicodeScalars.count > 1
      {
        place = nil
      }
    }
  }

  /// Whether a cell, or the right half of its wide character, has changed.
  private static func differs(_ old: Screen, _ new: Screen, row: Int, column: Int) -> Bool {
    if old[row, column] != new[row, column] { return true }
    return column + 1 < new.width && new[row, column + 1].text.isEmpty
      && old[row, column + 1] != new[row, column + 1]
  }

  private mutating func set(_ wanted: String) {
    guard rendition != wanted else { return }
    append("\u{1B}[\(wanted)m")
    rendition = wanted
  }

  private static func ascii(_ text: String, columns: Int) -> String {
    let text = Printable.ascii(text)
    return text + String(repeating: "?", count: max(0, columns - text.utf8.count))
  }

  private mutating func move(row: Int, column: Int) {
    if let place, place == (row, column) { return }
    append("\u{1B}[\(row + 1);\(column + 1)H")
  }

  private mutating func append(_ text: String) { output.append(contentsOf: text.utf8) }
}

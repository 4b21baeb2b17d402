struct Screen: Equatable, Sendable {
  /// One column: a character, or the right half of a wide one, which is empty.
  struct Cell: Equatable, Sendable {
    var text = " "
    var style = Style.plain

    /// The maximum number of scalars; further combining marks are dropped.
    static let scalarsMax = 16

    /// Whether terminals disagree about its width.
    var isUncertain: Bool { text.unicodeScalars.count > 1 }
  }

  /// The maximum width and height; the remainder of a larger terminal stays unused.
  static let sideMax = 1000

  let width: Int
  let height: Int
  private(set) var cells: [Cell]
  /// The position of the cursor; nil hides it.
  var cursor: (row: Int, column: Int)?

  init(width: Int, height: Int) {
    self.width = min(max(1, width), Self.sideMax)
    self.height = min(max(1, height), Self.sideMax)
    cells = Array(repeating: Cell(), count: self.width * self.height)
  }

  subscript(row: Int, column: Int) -> Cell { cells[row * width + column] }

  /// Writes text in a row and returns the column after it. Text that does not fit is cut, including
  /// a wide character at the edge. Combining marks stay with their base character.
  @discardableResult
  mutating func put(
    _ text: String, row: Int, column: Int, style: Style = .plain, columnsMax: Int = sideMax
  ) -> Int {
    guard row >= 0, row < height else { return column }
    let end = min(width, column + max(0, columnsMax))
    var column = column
    for cell in Printable.line(text).lazy.flatMap(CellWidth.cells) {
      let text = String(String.UnicodeScalarView(cell.unicodeScalars.prefix(Cell.scalarsMax)))
      let count = CellWidth.of(text)
      if count == 0 {
        combine(text, row: row, column: column - 1)
        continue
      }
      guard column >= 0, column + count <= end else { break }
      set(Cell(text: text, style: style), row: row, column: column)
      if count == 2 { set(Cell(text: "", style: style), row: row, column: column + 1) }
      column += count
    }
    return column
  }

  /// Adds a mark to the cell before it; a mark without one is dropped.
  private mutating func combine(_ mark: String, row: Int, column: Int) {
    guard column >= 0, column < width else { return }
    let place = row * width + column
    let count = cells[place].text.unicodeScalars.count
    guard count > 0, count + mark.unicodeScalars.count <= Cell.scalarsMax else { return }
    cells[place].text += mark
  }

  /// Whether a row has characters about whose width terminals disagree.
  func isUncertain(row: Int) -> Bool {
    cells[row * width..<(row + 1) * width].contains { $0.isUncertain }
  }

  mutating func fill(row: Int, style: Style) {
    for column in 0..<width { set(Cell(text: " ", style: style), row: row, column: column) }
  }

  private mutating func set(_ cell: Cell, row: Int, column: Int) {
    guard row >= 0, row < height, column >= 0, column < width else { return }
    // Overwriting one half of a wide character turns the other half into a blank.
    let place = row * width + column
    if cells[place].text.isEmpty, column > 0, !cell.text.isEmpty { cells[place - 1].text = " " }
    if column + 1 < width, cells[place + 1].text.isEmpty, !cells[place].text.isEmpty {
      cells[place + 1].text = " "
    }
    cells[place] = cell
  }

  static func == (one: Screen, other: Screen) -> Bool {
    one.width == other.width && one.height == other.height && one.cells == other.cells
      && one.cursor?.row == other.cursor?.row && one.cursor?.column == other.cursor?.column
  }
}

/// The appearance of a cell, apart from its text.
struct Style: Equatable, Hashable, Sendable {
  enum Color: Equatable, Hashable, Sendable {
    case normal, blue, red, green, gray
  }

  var color = Color.normal
  var isBold = false
  var isReversed = false
  /// Whether it has the background of every second row.
  var isAlternate = false

  static let plain = Style()
  static let bold = Style(isBold: true)
  static let reversed = Style(isReversed: true)
}

/// The list of keys, shown in place of everything but the clock; in two columns if there is room.
struct HelpPane {
  /// Groups of keys: where they apply, the keys, what they do.
  static let groups: [(title: String, keys: [(String, String)])] = [
    (
      "List",
      [
        ("Up Down k j", "select a chatt"), ("PgUp PgDn", "move five chatts"),
        ("Home End G", "newest, oldest"), ("o", "read in full; Esc returns"),
        ("/", "search"), ("g F5 Ctrl-G", "refresh"), ("D D", "delete your message"),
      ]
    ),
    (
      "Record",
      [
        ("r", "record, stop recording"), ("Space p", "play your recording"),
        ("d", "done: write a message"), ("x x", "discard it"),
        ("S", "keep it as a memo"), ("u m", "unsent items, memos"),
      ]
    ),
    (
      "Program",
      [
        ("? h F1", "these keys"), ("Ctrl-L", "redraw; Ctrl-Z suspends"),
        ("q Ctrl-C", "quit"),
      ]
    ),
    (
      "Listen",
      [
        ("Enter", "play the clip of a chatt"), ("a A", "play all, what is new"),
        ("n N", "next clip, previous clip"), ("Space p", "play, pause"),
        ("Left b", "back"), ("Right f", "forward"), ("s", "stop"), ("l", "repeat"),
        ("< >", "slower, faster"), ("- +", "softer, louder"), ("d Esc", "close the clip"),
      ]
    ),
    (
      "Write",
      [
        ("c i Tab", "write a message"), ("Enter", "post it"), ("Alt-Enter", "insert a line break"),
        ("Esc Tab", "back to the list"), ("Ctrl-R", "record, stop recording"),
        ("Ctrl-P", "play your recording"), ("Ctrl-X x 2", "discard it"),
      ]
    ),
  ]
  private static let firstColumnCount = 3
  private static let (twoColumnsMin, keyColumns) = (76, 13)

  private typealias Line = (key: String, text: String)

  private let columns: [[Line]]
  private let lineCount: Int

  init(width: Int) {
    let first = Self.lines(Self.groups.prefix(Self.firstColumnCount))
    let second = Self.lines(Self.groups.dropFirst(Self.firstColumnCount))
    columns = width < Self.twoColumnsMin ? [first + [("", "")] + second] : [first, second]
    lineCount = columns.map(\.count).max() ?? 0
  }

  /// A title is a key without a text.
  private static func lines(_ groups: ArraySlice<(title: String, keys: [(String, String)])>)
    -> [Line]
  {
    Array(groups.map { [($0.title, "")] + $0.keys }.joined(separator: [("", "")]))
  }

  /// Returns the first visible line: the requested one, limited so that the last page is full.
  func top(_ top: Int, height: Int) -> Int { max(0, min(top, lineCount - height)) }

  func draw(on screen: inout Screen, from row: Int, height: Int, top: Int) {
    let top = self.top(top, height: height)
    for (index, lines) in columns.enumerated() {
      let column = 2 + index * (screen.width / 2)
      for (offset, line) in lines.dropFirst(top).prefix(height).enumerated() {
        let isTitle = line.text.isEmpty
        screen.put(
          line.key, row: row + offset, column: column,
          style: Style(color: isTitle ? .blue : .normal, isBold: true))
        screen.put(
          line.text, row: row + offset, column: column + Self.keyColumns,
          columnsMax: screen.width / columns.count - Self.keyColumns - 1)
      }
    }
  }
}

/// The list of keys, shown in place of the timeline.
enum HelpPane {
  static let lines = [
    ("Up Down k j", "select a chatt", "Enter", "play its clip"),
    ("o", "read in full, and back", "u", "unsent items"),
    ("c Tab", "write; Enter posts", "Esc", "stop writing"),
    ("r", "record, stop recording", "x", "discard the recording"),
    ("S", "keep recording as memo", "m", "memos"),
    ("Space p", "play, pause", "s", "stop"),
    ("Left b", "back 10 seconds", "Right f", "forward 10 seconds"),
    ("< >", "slower, faster", "+ -", "louder, softer"),
    ("a", "play all from here on", "n N", "next, previous"),
    ("l", "repeat", "d", "done: close the clip"),
    ("g F5 Ctrl-G", "refresh", "Ctrl-L", "redraw the screen"),
    ("Ctrl-Z", "suspend", "q Ctrl-C", "quit"),
    ("Ctrl-R", "record while you write", "Ctrl-X", "discard while you write"),
    ("Alt-Enter", "insert a line break", "Ctrl-P", "play while you write"),
  ]

  static func draw(on screen: inout Screen, from row: Int, height: Int) {
    screen.put("Keys (press any key to return)", row: row, column: 3, style: .bold)
    let half = screen.width / 2
    for (index, line) in lines.enumerated() where index + 2 < height {
      let place = row + 2 + index
      screen.put(line.0, row: place, column: 3, style: .bold, columnsMax: 12)
      screen.put(line.1, row: place, column: 16, columnsMax: half - 17)
      screen.put(line.2, row: place, column: half, style: .bold, columnsMax: 10)
      screen.put(line.3, row: place, column: half + 11)
    }
  }
}

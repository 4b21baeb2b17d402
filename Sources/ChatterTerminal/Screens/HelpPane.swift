/// The list of keys, shown in place of the timeline.
enum HelpPane {
  static let lines = [
    ("Up Down k j", "choose a chatt", "Enter", "listen to its clip"),
    ("o", "read it whole", "Esc o", "back to the list"),
    ("c Tab", "write; Enter posts", "Esc", "leave the line"),
    ("r", "record, and stop it", "x", "discard the recording"),
    ("Space p", "play and pause", "s", "stop"),
    ("Left b", "back 10 seconds", "Right f", "forward 10 seconds"),
    ("< >", "slower and faster", "+ -", "louder and softer"),
    ("l", "repeat", "d", "done: put the clip away"),
    ("g F5", "refresh", "Ctrl-L", "draw anew"),
    ("Ctrl-Z", "suspend", "q Ctrl-C", "quit"),
    ("Ctrl-R", "record while you write", "Ctrl-X", "discard while you write"),
    ("Alt-Enter", "a new line", "Ctrl-P", "play while you write"),
  ]

  static func draw(on screen: inout Screen, from row: Int, height: Int) {
    screen.put("Keys (any key goes back)", row: row, column: 3, style: .bold)
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

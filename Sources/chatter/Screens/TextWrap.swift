/// Breaks text into lines of so many columns.
enum TextWrap {
  /// At blanks where there are any, else within words; the last line that fits ends in an ellipsis
  /// when more follows. There is one line at least.
  static func lines(
    _ text: String, columns: Int, linesMax: Int, ellipsis: Character
  ) -> [String] {
    guard columns > 0 else { return [""] }
    var lines: [String] = []
    for paragraph in Printable.lines(text) {
      lines += wrapped(paragraph, columns: columns, linesMax: linesMax + 1 - lines.count)
      if lines.count > linesMax { break }
    }
    while let last = lines.last, last.isEmpty, lines.count > 1 { lines.removeLast() }
    guard lines.count > linesMax else { return lines }
    lines = Array(lines.prefix(linesMax))
    lines[linesMax - 1] = cut(
      lines[linesMax - 1] + String(ellipsis) + " ", columns: columns, ellipsis)
    return lines
  }

  /// The text on one line, ending in an ellipsis when it is longer.
  static func cut(_ text: String, columns: Int, _ ellipsis: Character) -> String {
    let text = text.last == " " ? String(text.dropLast()) : text
    if CellWidth.of(text) <= columns { return text }
    var result = ""
    var width = 0
    for character in text {
      let count = CellWidth.of(character)
      if width + count > columns - 1 { break }
      result.append(character)
      width += count
    }
    return columns > 0 ? result + String(ellipsis) : ""
  }

  private static func wrapped(_ text: String, columns: Int, linesMax: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var width = 0
    for word in text.split(separator: " ") {
      let count = CellWidth.of(String(word))
      if width > 0, width + 1 + count <= columns {
        line += " " + word
        width += 1 + count
        continue
      }
      if width > 0 { lines.append(line) }
      (line, width) = ("", 0)
      if lines.count >= linesMax { return lines }
      for character in word {
        let count = CellWidth.of(character)
        if width + count > columns, width > 0 {
          lines.append(line)
          (line, width) = ("", 0)
          if lines.count >= linesMax { return lines }
        }
        line.append(character)
        width += count
      }
    }
    return lines + [line]
  }
}

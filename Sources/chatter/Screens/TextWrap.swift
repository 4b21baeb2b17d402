/// Breaks text into lines of so many columns.
enum TextWrap {
  /// At blanks where there are any, else within words; the last line that fits ends in an ellipsis
  /// when more follows. There is one line at least; blanks at the end are none of the text.
  static func lines(
    _ text: String, columns: Int, linesMax: Int, ellipsis: Character
  ) -> [String] {
    guard columns > 0 else { return [""] }
    let text = text[
      ..<(text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.startIndex)]
    var lines: [String] = []
    var rest = text[...]
    while lines.count <= linesMax {
      let end = rest.firstIndex(where: \.isNewline)
      lines += wrapped(
        rest[..<(end ?? rest.endIndex)], columns: columns, linesMax: linesMax + 1 - lines.count)
      guard let end else { break }
      rest = rest[rest.index(after: end)...]
    }
    guard lines.count > linesMax else { return lines }
    lines = Array(lines.prefix(linesMax))
    if linesMax > 0 {
      lines[linesMax - 1] = cut(
        lines[linesMax - 1] + String(ellipsis) + " ", columns: columns, ellipsis)
    }
    return lines
  }

  /// The text on one line, ending in an ellipsis when it is longer.
  static func cut(_ text: String, columns: Int, _ ellipsis: Character) -> String {
    let text = text.last == " " ? String(text.dropLast()) : text
    var result = ""
    var width = 0
    var fitting: String?
    for character in text {
      width += CellWidth.of(character)
      if width > columns { return columns > 0 ? (fitting ?? result) + String(ellipsis) : "" }
      // Room for the ellipsis ends here, should more follow than fits.
      if width > columns - 1, fitting == nil { fitting = result }
      result.append(character)
    }
    return result
  }

  private static func isBlank(_ character: Character) -> Bool {
    character == " " || character == "\t"
  }

  /// One paragraph; no more of it is looked at than so many lines need.
  private static func wrapped(_ text: Substring, columns: Int, linesMax: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var width = 0
    var rest = text
    while lines.count < linesMax {
      rest = rest.drop(while: isBlank)
      guard !rest.isEmpty else { break }
      // Each character has a column: of a longer word no more is seen.
      let word = rest.prefix(columns * (linesMax + 2)).prefix { !isBlank($0) }
      rest = rest[word.endIndex...]
      let shown = Printable.line(String(word))
      let count = CellWidth.of(shown)
      if width > 0, width + 1 + count <= columns {
        line += " " + shown
        width += 1 + count
        continue
      }
      if width > 0 { lines.append(line) }
      (line, width) = ("", 0)
      for part in shown.lazy.flatMap(CellWidth.parts) where lines.count < linesMax {
        let count = CellWidth.of(part)
        if width + count > columns, width > 0 {
          lines.append(line)
          (line, width) = ("", 0)
        }
        line += part
        width += count
      }
    }
    return lines.count < linesMax ? lines + [line] : lines
  }
}

enum TextWrap {
  /// Returns at least one line. Breaks at blanks if possible, else within words; the last line ends
  /// in an ellipsis if text was cut. Trailing white space is removed.
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

  /// Returns the text on one line, ending in an ellipsis if it was cut.
  static func cut(_ text: String, columns: Int, _ ellipsis: Character) -> String {
    let text = text.last == " " ? String(text.dropLast()) : text
    var result = ""
    var width = 0
    var fitting: String?
    for character in text {
      width += CellWidth.of(character)
      if width > columns { return columns > 0 ? (fitting ?? result) + String(ellipsis) : "" }
      // The longest prefix that leaves a column for the ellipsis, in case the text is cut.
      if width > columns - 1, fitting == nil { fitting = result }
      result.append(character)
    }
    return result
  }

  /// Returns the end of a text on one line, beginning with an ellipsis if it was cut.
  static func cutStart(_ text: String, columns: Int, _ ellipsis: Character) -> String {
    let end = end(of: text, columns: columns)
    return end.count == text.count
      ? end : String(ellipsis) + Self.end(of: text, columns: columns - 1)
  }

  /// Returns the longest suffix of a text that fits on one line.
  static func end(of text: String, columns: Int) -> String {
    var shown: [String] = []
    var width = 0
    for character in text.reversed() {
      let text = Printable.line(String(character))
      width += CellWidth.of(text)
      if width > columns { break }
      shown.append(text)
    }
    return shown.reversed().joined()
  }

  private static func isBlank(_ character: Character) -> Bool {
    character == " " || character == "\t"
  }

  /// Wraps one paragraph; reads no more of it than `linesMax` lines need.
  private static func wrapped(_ text: Substring, columns: Int, linesMax: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var width = 0
    var rest = text
    while lines.count < linesMax {
      rest = rest.drop(while: isBlank)
      guard !rest.isEmpty else { break }
      // A character takes a column or more, so the rest of a longer word is never visible.
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
      for cell in shown.lazy.flatMap(CellWidth.cells) where lines.count < linesMax {
        let count = CellWidth.of(cell)
        if width + count > columns, width > 0 {
          lines.append(line)
          (line, width) = ("", 0)
        }
        line += cell
        width += count
      }
    }
    return lines.count < linesMax ? lines + [line] : lines
  }
}

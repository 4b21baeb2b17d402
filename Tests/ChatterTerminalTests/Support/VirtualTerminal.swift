@testable import ChatterTerminal

/// A terminal emulator that interprets only the sequences that the program writes.
struct VirtualTerminal {
  private(set) var cells: [[(text: String, rendition: String)]]
  private(set) var cursor = (row: 0, column: 0)
  private(set) var isCursorShown = true
  /// The unknown sequences.
  private(set) var unknown: [String] = []
  private var rendition = "0"
  let width: Int
  let height: Int

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    cells = Self.blank(width, height)
  }

  private static func blank(_ width: Int, _ height: Int) -> [[(text: String, rendition: String)]] {
    Array(repeating: Array(repeating: (" ", "0"), count: width), count: height)
  }

  mutating func write(_ bytes: [UInt8]) {
    var rest = String(decoding: bytes, as: UTF8.self)[...]
    while let character = rest.first {
      if character == "\u{1B}" {
        let end = rest.dropFirst(2).firstIndex { $0.isLetter } ?? rest.index(before: rest.endIndex)
        interpret(String(rest[...end].dropFirst(2)))
        rest = rest[rest.index(after: end)...]
      } else {
        rest.removeFirst()
        for scalar in character.unicodeScalars { put(scalar) }
      }
    }
  }

  /// The widths that wcwidth(3) of glibc returns for the scalars in the tests; 1 for all others.
  private static let widths: [Unicode.Scalar: Int] = [
    "\u{301}": 0, "\u{200D}": 0, "\u{FE0F}": 0, "\u{94D}": 0, "日": 2, "本": 2, "語": 2, "🎤": 2,
    "👩": 2, "👧": 2, "ि": 1, "ा": 1,
  ]

  /// Writes a scalar like a terminal that adds up the widths of scalars.
  private mutating func put(_ scalar: Unicode.Scalar) {
    let count = Self.widths[scalar] ?? 1
    if count == 0 {
      let base = cursor.column - (cells[cursor.row][max(0, cursor.column - 1)].text.isEmpty ? 2 : 1)
      if base >= 0 { cells[cursor.row][base].text.unicodeScalars.append(scalar) }
      return
    }
    guard cursor.row < height, cursor.column + count <= width else { return }
    cells[cursor.row][cursor.column] = (String(Character(scalar)), rendition)
    if count == 2 { cells[cursor.row][cursor.column + 1] = ("", rendition) }
    cursor.column += count
  }

  private mutating func interpret(_ sequence: String) {
    let parameters = sequence.dropLast()
    switch (sequence.last, String(parameters)) {
    case ("m", let codes): rendition = codes
    case ("J", "2"): cells = Self.blank(width, height)
    case ("K", ""):
      for column in cursor.column..<width { cells[cursor.row][column] = (" ", rendition) }
    case ("H", let place):
      let numbers = place.split(separator: ";").compactMap { Int($0) }
      cursor = (numbers[0] - 1, numbers[1] - 1)
    case ("h", "?25"): isCursorShown = true
    case ("l", "?25"): isCursorShown = false
    case ("h", "?1049"), ("l", "?1049"), ("h", "?7"), ("l", "?7"), ("h", "?2004"), ("l", "?2004"):
      break
    default: unknown.append(sequence)
    }
  }

  /// The visible text, in the format of `Screen.text`.
  var text: String {
    cells.map { row in
      let line = row.map(\.text).joined()
      guard let last = line.lastIndex(where: { $0 != " " }) else { return "" }
      return String(line[...last])
    }.joined(separator: "\n")
  }
}

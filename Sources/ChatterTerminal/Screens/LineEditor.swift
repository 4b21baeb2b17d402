/// A text with a cursor, in two parts, so that the cost of a key does not depend on its length.
struct LineEditor: Equatable, Sendable {
  /// The server's default maximum message size, in bytes.
  static let bytesMax = 64 * 1024

  private(set) var before = ""
  private(set) var after = ""

  init(_ text: String = "") { before = text }

  var text: String { before + after }
  var isEmpty: Bool { before.isEmpty && after.isEmpty }

  /// Inserts the longest prefix that fits, in whole characters, at the cursor; false if it was cut.
  private mutating func insert(_ more: String) -> Bool {
    let space = Self.bytesMax - before.utf8.count - after.utf8.count
    if more.utf8.count <= space {
      before += more
      return true
    }
    var count = 0
    before += more.prefix { character in
      count += character.utf8.count
      return count <= space
    }
    return false
  }

  /// Inserts a text before the others, as a line; the cursor keeps its place in the existing text.
  mutating func prepend(_ text: String) {
    guard !text.isEmpty else { return }
    before = isEmpty ? text : text + "\n" + before
  }

  mutating func clear() { self = LineEditor() }

  /// Returns pasted text with its line breaks and tabs, without other control characters.
  static func cleaned(_ pasted: String) -> String {
    var result = String.UnicodeScalarView()
    var isAfterReturn = false
    for scalar in pasted.unicodeScalars {
      defer { isAfterReturn = scalar == "\r" }
      switch scalar {
      case "\n": if !isAfterReturn { result.append(scalar) }
      case "\r": result.append("\n")
      case "\t": result.append(scalar)
      default: if scalar.properties.generalCategory != .control { result.append(scalar) }
      }
    }
    return String(result)
  }

  /// Handles a key; false if the text did not fit completely.
  mutating func press(_ key: Key) -> Bool {
    switch key {
    case .text(let scalar): return insert(String(Character(scalar)))
    case .paste(let pasted): return insert(Self.cleaned(pasted))
    case .alt("\r"): return insert("\n")
    case .left, .control("b"): if let last = before.popLast() { after = String(last) + after }
    case .right, .control("f"): if !after.isEmpty { before.append(after.removeFirst()) }
    case .home, .control("a"): moveToStartOfLine()
    case .end, .control("e"): moveToEndOfLine()
    case .up: _ = moveUp()
    case .down: _ = moveDown()
    case .backspace, .control("h"): _ = before.popLast()
    case .delete, .control("d"): if !after.isEmpty { after.removeFirst() }
    case .control("u"): before.removeLast(column)
    case .control("k"): after = String(after.drop { !$0.isNewline })
    case .control("w"):
      while before.last?.isWhitespace == true { before.removeLast() }
      while before.last?.isWhitespace == false { before.removeLast() }
    default: break
    }
    return true
  }

  /// The number of characters between the start of the line and the cursor.
  private var column: Int { before.reversed().prefix { !$0.isNewline }.count }

  private mutating func moveToStartOfLine() {
    let count = column
    after = before.suffix(count) + after
    before.removeLast(count)
  }

  private mutating func moveToEndOfLine() {
    let rest = after.prefix { !$0.isNewline }
    after.removeFirst(rest.count)
    before += rest
  }

  /// Moves the cursor to the line above, if possible in the same column; false if there is none.
  mutating func moveUp() -> Bool {
    guard before.contains(where: \.isNewline) else { return false }
    let column = column
    moveToStartOfLine()
    if let lineBreak = before.popLast() { after = String(lineBreak) + after }
    moveToStartOfLine()
    move(columns: column)
    return true
  }

  /// Moves the cursor to the line below, as `moveUp` does to the line above.
  mutating func moveDown() -> Bool {
    guard after.contains(where: \.isNewline) else { return false }
    let column = column
    moveToEndOfLine()
    before.append(after.removeFirst())
    move(columns: column)
    return true
  }

  private mutating func move(columns: Int) {
    let rest = after.prefix { !$0.isNewline }.prefix(columns)
    after.removeFirst(rest.count)
    before += rest
  }
}

/// The line in which a text is written, and the place in it.
///
/// What is before the cursor and what is after it are texts of their own, so that a key costs the
/// same however long they are.
struct LineEditor: Equatable, Sendable {
  /// What the server takes of a message by default.
  static let bytesMax = 64 * 1024

  private(set) var before = ""
  private(set) var after = ""

  init(_ text: String = "") { before = text }

  var text: String { before + after }
  var isEmpty: Bool { before.isEmpty && after.isEmpty }

  /// Puts text where the cursor is, as much as there is room for, in whole characters; false when
  /// some was left out.
  @discardableResult
  mutating func insert(_ more: String) -> Bool {
    let room = Self.bytesMax - before.utf8.count - after.utf8.count
    if more.utf8.count <= room {
      before += more
      return true
    }
    var count = 0
    before += more.prefix { character in
      count += character.utf8.count
      return count <= room
    }
    return false
  }

  /// Puts text before all that is there; the cursor stays where it is in what was there.
  mutating func prepend(_ text: String) {
    before = isEmpty ? text : text + " " + before
  }

  mutating func clear() { self = LineEditor() }

  /// What was pasted, with its line breaks and tabs, and without other controls.
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

  /// What became of a key.
  enum Outcome: Equatable, Sendable {
    case taken
    /// Not all of the text had room.
    case cut
    /// It asks for nothing here.
    case refused
  }

  /// Does what a key asks for.
  mutating func press(_ key: Key) -> Outcome {
    switch key {
    case .text(let scalar): return insert(String(Character(scalar))) ? .taken : .cut
    case .paste(let pasted): return insert(Self.cleaned(pasted)) ? .taken : .cut
    case .alt("\r"): return insert("\n") ? .taken : .cut
    case .left, .control("b"): if let last = before.popLast() { after = String(last) + after }
    case .right, .control("f"): if !after.isEmpty { before.append(after.removeFirst()) }
    case .home, .control("a"): (before, after) = ("", text)
    case .end, .control("e"): (before, after) = (text, "")
    case .backspace, .control("h"): _ = before.popLast()
    case .delete, .control("d"): if !after.isEmpty { after.removeFirst() }
    case .control("u"): before = ""
    case .control("k"): after = ""
    case .control("w"): removeWord()
    default: return .refused
    }
    return .taken
  }

  /// The word before the cursor, with the blanks after it.
  private mutating func removeWord() {
    while before.last?.isWhitespace == true { before.removeLast() }
    while before.last?.isWhitespace == false { before.removeLast() }
  }
}

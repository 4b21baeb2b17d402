/// The line in which a text is written, and the place in it.
struct LineEditor: Equatable, Sendable {
  /// What the server takes of a message by default.
  static let bytesMax = 64 * 1024

  private(set) var text = ""
  /// In characters from the start.
  private(set) var cursor = 0

  init(_ text: String = "") {
    self.text = text
    cursor = text.count
  }

  var isEmpty: Bool { text.isEmpty }

  private var place: String.Index { text.index(text.startIndex, offsetBy: cursor) }

  /// Puts text where the cursor is; what would be too long is left out.
  mutating func insert(_ more: String) {
    guard text.utf8.count + more.utf8.count <= Self.bytesMax else { return }
    let before = String(text[..<place]) + more
    let after = String(text[place...])
    text = before + after
    // A combining mark joins the character before it: the count says where the cursor came to.
    cursor = min(before.count, text.count)
  }

  mutating func clear() { self = LineEditor() }

  /// Does what a key asks for; false when it asks for nothing here.
  mutating func press(_ key: Key) -> Bool {
    switch key {
    case .text(let scalar): insert(String(Character(scalar)))
    case .paste(let pasted): insert(pasted)
    case .left, .control("b"): cursor = max(0, cursor - 1)
    case .right, .control("f"): cursor = min(text.count, cursor + 1)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = text.count
    case .backspace, .control("h"): removeBefore(1)
    case .delete, .control("d"): if cursor < text.count { text.remove(at: place) }
    case .control("u"): removeBefore(cursor)
    case .control("k"): text.removeSubrange(place...)
    case .control("w"): removeBefore(wordCount)
    default: return false
    }
    return true
  }

  private mutating func removeBefore(_ count: Int) {
    let count = min(count, cursor)
    guard count > 0 else { return }
    text.removeSubrange(text.index(place, offsetBy: -count)..<place)
    cursor -= count
  }

  /// The characters of the word before the cursor, with the blanks after it.
  private var wordCount: Int {
    let before = text[..<place].reversed()
    let blanks = before.prefix { $0.isWhitespace }.count
    return blanks + before.dropFirst(blanks).prefix { !$0.isWhitespace }.count
  }
}

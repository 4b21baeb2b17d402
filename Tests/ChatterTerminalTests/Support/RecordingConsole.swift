@testable import ChatterTerminal

/// A console that stores what a verb writes.
@MainActor
final class RecordingConsole: Console {
  private(set) var output = ""
  private(set) var reports = ""
  var progressColumns: Int?
  var writesUnicode = true
  var glyphs = Glyphs(isUnicode: true)
  /// The number of texts after which the reader closes.
  var textsMax = Int.max

  @discardableResult
  func write(_ text: String) -> Bool {
    guard textsMax > 0 else { return false }
    textsMax -= 1
    output += text
    return true
  }

  /// The bytes that a verb wrote unchanged.
  private(set) var bytes: [UInt8] = []

  @discardableResult
  func write(bytes: [UInt8]) -> Bool {
    self.bytes += bytes
    return true
  }

  /// Whether the output has a reader; a verb reads it in each of its rounds.
  var hasReader: Bool {
    get {
      roundCount += 1
      return isRead
    }
    set { isRead = newValue }
  }
  private var isRead = true
  private(set) var roundCount = 0

  func report(_ text: String) { reports += text }
}

@testable import ChatterTerminal

/// Keeps what a verb writes.
@MainActor
final class RecordingConsole: Console {
  private(set) var output = ""
  private(set) var reports = ""
  var progressColumns: Int?
  var writesUnicode = true
  /// A reader that goes after so many texts.
  var textsMax = Int.max

  @discardableResult
  func write(_ text: String) -> Bool {
    guard textsMax > 0 else { return false }
    textsMax -= 1
    output += text
    return true
  }

  /// Whether the reader is there.
  var hasReader = true

  func report(_ text: String) { reports += text }
}

/// The file beside a memo's clip: a line with its duration in milliseconds, and one with its title.
struct MemoDescription: Equatable, Sendable {
  /// Maximum length of a title, in bytes of UTF-8.
  static let titleBytesMax = 200
  /// Maximum size of the file.
  static let bytesMax = 1024

  let title: String
  let duration: Duration

  /// Creates a description, with the title as one safe line; nil if that is too long.
  init?(title: String, duration: Duration) {
    guard title.utf8.count <= Self.titleBytesMax * 4 else { return nil }
    let line = Printable.line(title).drop { $0 == " " }
    self.title = String(line.reversed().drop { $0 == " " }.reversed())
    let milliseconds = min(max(duration / .milliseconds(1), 0), Double(Self.millisecondsMax))
    self.duration = .milliseconds(Int64(milliseconds))
    // A character that is replaced can become longer.
    guard self.title.utf8.count <= Self.titleBytesMax else { return nil }
  }

  /// Reads a file; nil if it is damaged.
  init?(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 3, lines[2].isEmpty, let milliseconds = Int64(lines[0]),
      (0...Self.millisecondsMax).contains(milliseconds)
    else { return nil }
    self.init(title: String(lines[1]), duration: .milliseconds(milliseconds))
  }

  /// A year; a clip that claims more is damaged.
  private static let millisecondsMax: Int64 = 366 * 24 * 3600 * 1000

  var bytes: [UInt8] { Array("\(Int64(duration / .milliseconds(1)))\n\(title)\n".utf8) }
}

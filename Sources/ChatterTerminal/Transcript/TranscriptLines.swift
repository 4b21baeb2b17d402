/// The output of a transcriber: lines of `partial` or `final`, a space, and the whole text so far.
/// Any other line is a message about a failure.
struct TranscriptLines {
  /// The maximum length of a line, in bytes; longer ones are ignored.
  static let lineBytesMax = 256 * 1024
  /// The maximum length of a message, in characters; the rest is ignored.
  static let messageMax = 200

  private var lines = LineSplitter(bytesMax: lineBytesMax)
  /// The text so far, on one line that is safe for a terminal.
  private(set) var text = ""
  /// Whether the text is complete.
  private(set) var isFinal = false
  private(set) var message: String?

  /// Reads a chunk of output; false if it does not change the text.
  mutating func receive(_ bytes: [UInt8]) -> Bool {
    let former = text
    lines.receive(bytes)
    while !isFinal, let line = lines.next() {
      if case .text(let line) = line { take(line) }
    }
    return text != former
  }

  private mutating func take(_ line: String) {
    let word = line.prefix { $0 != " " }
    switch word {
    case "partial", "final":
      text = Printable.line(String(line.dropFirst(word.count + 1)))
      isFinal = word == "final"
    default:
      if !line.isBlank { message = Printable.line(String(line.prefix(Self.messageMax))) }
    }
  }
}

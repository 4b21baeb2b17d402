import Chatter
import ChatterAudio

/// A recording that is kept on this machine.
struct Memo: Equatable, Identifiable, Sendable {
  let id: MemoID
  /// One line; empty without a title.
  var title: String
  let duration: Duration

  /// The time of the recording.
  var created: Timestamp { id.created }

  /// The memo on one line: its date in local time, its duration and its title.
  var line: String {
    "\(LocalTime.text(created))  \(duration.clockText)  \(title.isEmpty ? "Untitled" : title)"
  }

  /// The title, or the date in words: `The memo of 2025-01-02 03:04`.
  var name: String { title.isEmpty ? "The memo of \(LocalTime.text(created))" : title }
}

/// The name of a memo: the time of its recording and a random number.
struct MemoID: Hashable, Sendable {
  private static let prefix = "memo-"

  let created: Timestamp
  private let number: UInt64

  /// Creates a new name; a time before 1970 counts as 1970.
  init(created: Timestamp) {
    self.created = Timestamp(clamping: max(0, created.microsecondsSince1970))
    number = .random(in: .min ... .max)
  }

  /// Reads a name such as `memo-1767225600000000-1y2p0ij32e8e7`; nil for any other text.
  init?(_ text: some StringProtocol) {
    guard text.hasPrefix(Self.prefix) else { return nil }
    let parts = text.dropFirst(Self.prefix.count)
      .split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let microseconds = Int64(parts[0]), microseconds >= 0,
      let created = Timestamp(microsecondsSince1970: microseconds),
      let number = UInt64(parts[1], radix: 36)
    else { return nil }
    (self.created, self.number) = (created, number)
    // Only one text per name: no plus sign, leading zero or capital letter.
    guard self.text == text else { return nil }
  }

  /// The name without the ending of a file.
  var text: String {
    "\(Self.prefix)\(created.microsecondsSince1970)-\(String(number, radix: 36))"
  }
}

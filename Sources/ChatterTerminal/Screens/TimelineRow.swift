import Chatter
import ChatterAudio

struct TimelineRow: Equatable, Sendable {
  enum Clip: Equatable, Sendable {
    case none
    case length(Duration)
    /// A clip whose length cannot be read.
    case unreadable
  }

  var id: String
  var author: String
  var message: String
  /// In local time, to the minute.
  var time: String
  var clip = Clip.none
  /// When it was posted, if the server has said so in a known form.
  var date: Timestamp?

  /// Whether it has a clip of someone else that was not heard.
  var isNew = false

  var hasClip: Bool { clip != .none }

  /// A symbol and the length of the clip; nil without a clip.
  func clipText(_ symbol: String) -> String? {
    switch clip {
    case .none: nil
    case .length(let time): "\(symbol) \(time.clockText)"
    case .unreadable: "\(symbol) ??:??"
    }
  }

  var line: String { line(mark: "") }

  /// The line of a list, which says whether the clip was not heard.
  var markedLine: String { line(mark: isNew ? ", not heard" : "") }

  private func line(mark: String) -> String {
    let clipText =
      switch clip {
      case .none: ""
      case .length(let time): ", with a clip of \(time.clockText)"
      case .unreadable: ", with an unreadable clip"
      }
    return "\(author), \(time)\(clipText)\(mark)" + (message.isEmpty ? "" : ": \(message)")
  }
}

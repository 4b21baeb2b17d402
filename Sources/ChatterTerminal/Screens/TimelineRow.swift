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

  var hasClip: Bool { clip != .none }

  /// A symbol and the length of the clip; nil without a clip.
  func clipText(_ symbol: String) -> String? {
    switch clip {
    case .none: nil
    case .length(let time): "\(symbol) \(time.clockText)"
    case .unreadable: "\(symbol) ??:??"
    }
  }

  var line: String {
    let clipText =
      switch clip {
      case .none: ""
      case .length(let time): ", with a clip of \(time.clockText)"
      case .unreadable: ", with an unreadable clip"
      }
    return "\(author), \(time)\(clipText)" + (message.isEmpty ? "" : ": \(message)")
  }
}

/// A chatt as the timeline shows it.
struct TimelineRow: Equatable, Sendable {
  /// The clip of a chatt.
  enum Clip: Equatable, Sendable {
    case none
    case length(Duration)
    /// A clip whose length cannot be read.
    case unreadable
  }

  /// Unique in a list.
  var id: String
  var author: String
  var message: String
  /// In local time, to the minute.
  var time: String
  var clip = Clip.none

  var hasClip: Bool { clip != .none }
}

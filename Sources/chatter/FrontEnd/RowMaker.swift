import Chatter

/// Turns chatts into rows of the timeline; what was read from a clip is kept for the next list.
struct RowMaker {
  private var clips: [String: TimelineRow.Clip] = [:]

  /// The rows of a list; what is no longer in it is forgotten.
  mutating func rows(_ chatts: [Chatt]) -> [TimelineRow] {
    var kept: [String: TimelineRow.Clip] = [:]
    var rows: [TimelineRow] = []
    rows.reserveCapacity(chatts.count)
    for chatt in chatts {
      let id = Self.id(chatt)
      let clip = clips[id] ?? Self.clip(chatt)
      kept[id] = clip
      rows.append(
        TimelineRow(
          id: id, author: chatt.username ?? "?", message: chatt.message ?? "",
          time: Self.time(chatt), clip: clip))
    }
    clips = kept
    return rows
  }

  /// What tells a chatt from others: its id, or all that another server says in place of one.
  static func id(_ chatt: Chatt) -> String {
    if let id = chatt.id { return id.description }
    return [chatt.timestamp, chatt.username, chatt.message].map { $0 ?? "" }
      .joined(separator: "\u{1F}")
  }

  static func clip(_ chatt: Chatt) -> TimelineRow.Clip {
    do {
      guard let bytes = try chatt.audioBytes() else { return .none }
      return .length(try AudioClip(bytes: bytes).facts.duration)
    } catch {
      return .unreadable
    }
  }

  static func time(_ chatt: Chatt) -> String {
    guard let date = chatt.date else { return Printable.line(chatt.timestamp ?? "") }
    return LocalTime.text(date)
  }
}

import Chatter

/// Turns chatts into rows of the timeline, and caches clip lengths between lists.
struct RowMaker: Sendable {
  private var clips: [String: TimelineRow.Clip] = [:]

  /// Returns the rows of a list, and evicts chatts that are no longer in it from the cache.
  mutating func rows(_ chatts: [Chatt]) -> [TimelineRow] {
    let rows = chatts.map { Self.row($0, clip: clips[Self.id($0)]) }
    clips = Dictionary(rows.map { ($0.id, $0.clip) }) { $1 }
    return rows
  }

  /// Returns itself with the lengths of a list's clips, which are decoded on another thread.
  @concurrent
  func reading(_ chatts: [Chatt]) async -> RowMaker {
    var maker = self
    _ = maker.rows(chatts)
    return maker
  }

  static func row(_ chatt: Chatt, clip: TimelineRow.Clip? = nil) -> TimelineRow {
    TimelineRow(
      id: id(chatt), author: chatt.username ?? "?", message: chatt.message ?? "",
      time: chatt.date.map(LocalTime.text) ?? Printable.line(chatt.timestamp ?? ""),
      clip: clip ?? self.clip(chatt), date: chatt.date)
  }

  /// Returns a unique id: the chatt's own, or all its texts if the server sends no ids.
  static func id(_ chatt: Chatt) -> String {
    if let id = chatt.id { return id.description }
    return [chatt.timestamp, chatt.username, chatt.message].map { $0 ?? "" }
      .joined(separator: "\u{1F}")
  }

  private static func clip(_ chatt: Chatt) -> TimelineRow.Clip {
    if chatt.audio == nil, let link = chatt.clipLink { return .length(link.duration) }
    do {
      guard let bytes = try chatt.audioBytes() else { return .none }
      return .length(try AudioClip(bytes: bytes).facts.duration)
    } catch {
      return .unreadable
    }
  }
}

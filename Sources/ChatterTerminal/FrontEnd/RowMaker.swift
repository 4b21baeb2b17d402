import Chatter

/// Turns chatts into rows of the timeline, and caches clip lengths between lists.
struct RowMaker: Sendable {
  /// A list of rows, with the clip lengths for the next list.
  struct List: Sendable {
    /// The sequence number of the request; the list with the higher number is newer.
    let number: Int
    let rows: [TimelineRow]
    let maker: RowMaker
  }

  private var clips: [String: TimelineRow.Clip] = [:]

  /// Returns the rows of a list, and evicts chatts that are no longer in it from the cache.
  mutating func rows(_ chatts: [Chatt]) -> [TimelineRow] {
    let rows = chatts.map { chatt in
      let id = Self.id(chatt)
      return TimelineRow(
        id: id, author: chatt.username ?? "?", message: chatt.message ?? "",
        time: Self.time(chatt), clip: clips[id] ?? Self.clip(chatt),
        date: chatt.date)
    }
    clips = Dictionary(rows.map { ($0.id, $0.clip) }) { $1 }
    return rows
  }

  /// Returns a list, made off the main actor, since clips are decoded for it.
  @concurrent
  func list(of chatts: [Chatt], number: Int) async -> List {
    var maker = self
    let rows = maker.rows(chatts)
    return List(number: number, rows: rows, maker: maker)
  }

  /// Returns a unique id: the chatt's own, or all its texts if the server sends no ids.
  static func id(_ chatt: Chatt) -> String {
    if let id = chatt.id { return id.description }
    return [chatt.timestamp, chatt.username, chatt.message].map { $0 ?? "" }
      .joined(separator: "\u{1F}")
  }

  static func clip(_ chatt: Chatt) -> TimelineRow.Clip {
    if chatt.audio == nil, let link = chatt.clipLink { return .length(link.duration) }
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

internal import Chatter
internal import Postgres

/// Goes through the chatts of one moment and fetches them, with their clips, batch by batch.
///
/// Which chatts they are is settled when the cursor is made, so that what is posted meanwhile
/// neither shifts nor repeats anything; a chatt that is deleted meanwhile is left out. A reader who
/// takes his time keeps no more of them in memory than their ids.
actor AudioCursor {
  struct Entry {
    let id: ChattID
    /// The size of clip and message.
    let byteCount: Int

    init(id: ChattID, byteCount: Int) {
      self.id = id
      self.byteCount = byteCount
    }

    init(_ row: Row) throws(PostgresError) {
      let (uuid, byteCount) = try row.decode(PostgresUUID.self, Int.self)
      self.init(id: ChattID(uuid), byteCount: byteCount)
    }
  }

  private var rest: ArraySlice<Entry>
  private let limits: PostgresTimeline.Limits
  private let fetch: @Sendable ([ChattID]) async throws(TimelineError) -> [Chatt]

  /// Takes the chatts in their order, and what fetches some of them, in no order.
  init(
    _ entries: [Entry], limits: PostgresTimeline.Limits,
    fetch: @escaping @Sendable ([ChattID]) async throws(TimelineError) -> [Chatt]
  ) {
    rest = entries[...]
    self.limits = limits
    self.fetch = fetch
  }

  /// The next chatts with their clips; nil after the last ones.
  func next() async throws(TimelineError) -> [Chatt]? {
    guard !rest.isEmpty else { return nil }
    let ids = takeBatch().map(\.id)
    var unreadable: [Chatt] = []
    var chatts: [ChattID: Chatt] = [:]
    for chatt in try await fetch(ids) {
      if let id = chatt.id { chatts[id] = chatt } else { unreadable.append(chatt) }
    }
    return ids.compactMap { chatts[$0] } + unreadable
  }

  /// As many chatts as the limits of a batch allow, one at least.
  private func takeBatch() -> ArraySlice<Entry> {
    var bytesLeft = limits.batchBytesMax
    var count = 0
    for entry in rest.prefix(limits.batchRowsMax) {
      guard count == 0 || entry.byteCount <= bytesLeft else { break }
      bytesLeft -= min(bytesLeft, entry.byteCount)
      count += 1
    }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}

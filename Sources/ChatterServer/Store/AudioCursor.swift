internal import Chatter
internal import Postgres

/// Goes through the chatts of one moment and fetches their clips batch by batch.
///
/// The list is settled when the cursor is made, so that what is posted meanwhile neither shifts
/// nor repeats anything; a chatt that is deleted meanwhile is left out.
actor AudioCursor {
  struct Entry {
    let row: Row
    let chatt: Chatt
    let id: ChattID
    /// The size of the clip, nil where there is none.
    let audioBytes: Int?

    init?(_ row: Row) {
      guard let chatt = ChattRow.chatt(row), let id = chatt.id,
        let audioBytes = try? row.decode(Int?.self, at: 4)
      else { return nil }
      self.row = row
      self.chatt = chatt
      self.id = id
      self.audioBytes = audioBytes
    }
  }

  private var rest: ArraySlice<Entry>
  private let timeline: PostgresTimeline

  init(_ entries: [Entry], of timeline: PostgresTimeline) {
    rest = entries[...]
    self.timeline = timeline
  }

  /// The next chatts with their clips; nil after the last ones.
  func next() async throws(TimelineError) -> [Chatt]? {
    guard !rest.isEmpty else { return nil }
    let batch = takeBatch()
    let withClips = batch.filter { $0.audioBytes != nil }
    guard !withClips.isEmpty else { return batch.map(\.chatt) }
    var clips: [ChattID: [UInt8]] = [:]
    for row in try await timeline.query(ChattStatements.clips(of: withClips.map(\.id))) {
      guard let uuid = try? row.decode(PostgresUUID.self, at: 0),
        let id = ChattID(bytes: uuid.bytes), let audio = try? row.decode([UInt8].self, at: 1)
      else { continue }
      clips[id] = audio
    }
    return batch.compactMap { entry in
      guard entry.audioBytes != nil else { return entry.chatt }
      return clips[entry.id].flatMap { ChattRow.chatt(entry.row, audioBytes: $0) }
    }
  }

  /// As many chatts as the limits of a batch allow, one at least.
  private func takeBatch() -> ArraySlice<Entry> {
    var bytes = 0
    var count = 0
    for entry in rest.prefix(timeline.limits.batchRowsMax) {
      bytes += entry.audioBytes ?? 0
      guard count == 0 || bytes <= timeline.limits.batchBytesMax else { break }
      count += 1
    }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}

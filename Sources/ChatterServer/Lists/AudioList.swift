internal import Chatter
internal import Sockets

/// The rows of getaudio, of which the newest are kept in memory, as far as a budget goes.
struct AudioList: Sendable {
  /// Rows without clips are gathered in segments of this size.
  static let segmentBytesMax = 64 << 10

  let order: ListProfile.Order
  /// Oldest first.
  private(set) var segments: [AudioSegment] = []

  init(order: ListProfile.Order) {
    self.order = order
  }

  /// Takes rows that came, or came anew, and places whose rows are gone; no row is here already as
  /// it is.
  ///
  /// - Returns: how many bytes more are in memory.
  @discardableResult
  mutating func update(_ rows: [ListRow], removing removals: [Int64]) -> Int {
    let last = segments.last?.last ?? .min
    let rows = rows.sorted { $0.sequence < $1.sequence }
    let firstNewer = rows.partitioningIndex { $0.sequence > last }
    var changes: [Int64: ListRow?] = [:]
    for sequence in removals where contains(sequence) { changes[sequence] = .some(nil) }
    for row in rows[..<firstNewer] { changes[row.sequence] = row }
    return replace(changes) + append(rows[firstNewer...])
  }

  /// Takes rows that are newer than all, oldest first.
  private mutating func append(_ rows: ArraySlice<ListRow>) -> Int {
    var bytes = 0
    var rest = rows
    while let row = rest.first {
      if row.clipBytes != nil {
        segments.append(AudioSegment(clipOf: row, order: order))
        rest = rest.dropFirst()
        continue
      }
      var bytesLeft = Self.segmentBytesMax
      let run = rest.prefix { row in
        bytesLeft -= row.front.count
        return row.clipBytes == nil && bytesLeft > 0
      }
      // A row that is longer than a segment may be has one of its own.
      let part = run.isEmpty ? rest.prefix(1) : run
      rest = rest.dropFirst(part.count)
      let segment: AudioSegment
      if let newest = segments.last, newest.residentBytes < Self.segmentBytesMax,
        let joined = newest.appending(part)
      {
        bytes -= newest.retire()
        segments.removeLast()
        segment = joined
      } else {
        segment = AudioSegment(part, order: order)
      }
      segments.append(segment)
      bytes += segment.residentBytes
    }
    return bytes
  }

  /// All changes of a segment at one go, and all segments in one pass.
  private mutating func replace(_ changes: [Int64: ListRow?]) -> Int {
    guard !changes.isEmpty else { return 0 }
    var changesBySegment: [Int: [Int64: ListRow?]] = [:]
    for (sequence, row) in changes {
      changesBySegment[index(of: sequence), default: [:]][sequence] = .some(row)
    }
    var bytes = 0
    var replaced: [AudioSegment] = []
    replaced.reserveCapacity(segments.count)
    var next = 0
    for (index, changes) in changesBySegment.sorted(by: { $0.key < $1.key }) {
      let old = segments[index]
      let parts = old.replacing(changes)
      replaced += segments[next..<index]
      replaced += parts
      next = index + 1
      bytes += parts.reduce(0) { $1 === old ? $0 : $0 + $1.residentBytes }
      if !parts.contains(where: { $0 === old }) { bytes -= old.retire() }
    }
    segments = replaced + segments[next...]
    return bytes
  }

  private func index(of sequence: Int64) -> Int {
    segments.partitioningIndex { $0.last >= sequence }
  }

  private func contains(_ sequence: Int64) -> Bool {
    let index = index(of: sequence)
    return index < segments.count && segments[index].contains(sequence)
  }
}

extension AudioSegment {
  func contains(_ sequence: Int64) -> Bool {
    let index = entries.partitioningIndex { $0.sequence >= sequence }
    return index < entries.count && entries[index].sequence == sequence
  }
}

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
  mutating func update(_ rows: [ListRow], removing removals: [Int64]) {
    for sequence in removals { remove(sequence) }
    let last = segments.last?.last ?? .min
    let rows = rows.sorted { $0.sequence < $1.sequence }
    let firstNewer = rows.partitioningIndex { $0.sequence > last }
    for row in rows[..<firstNewer] {
      remove(row.sequence)
      insert(row)
    }
    append(rows[firstNewer...])
  }

  /// Takes rows that are newer than all, oldest first.
  private mutating func append(_ rows: ArraySlice<ListRow>) {
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
      if let newest = segments.last, newest.residentBytes < Self.segmentBytesMax,
        let joined = newest.inserting(part)
      {
        segments[segments.count - 1] = joined
      } else {
        segments.append(AudioSegment(part, order: order))
      }
    }
  }

  private func index(of sequence: Int64) -> Int {
    segments.partitioningIndex { $0.last >= sequence }
  }

  /// Takes a row that is older than another.
  private mutating func insert(_ row: ListRow) {
    let index = index(of: row.sequence)
    // The newest of all may have been the one that this row takes the place of.
    guard index < segments.count else { return append([row]) }
    let segment = segments[index]
    if row.clipBytes == nil, let joined = segment.inserting(CollectionOfOne(row)) {
      segments[index] = joined
      return
    }
    let (older, newer) = segment.split(by: row.sequence)
    let own =
      row.clipBytes == nil
      ? AudioSegment(CollectionOfOne(row), order: order) : AudioSegment(clipOf: row, order: order)
    segments.replaceSubrange(index...index, with: [older, own, newer].compactMap { $0 })
  }

  private mutating func remove(_ sequence: Int64) {
    let index = index(of: sequence)
    guard index < segments.count, segments[index].contains(sequence) else { return }
    let (older, newer) = segments[index].split(by: sequence)
    segments.replaceSubrange(index...index, with: [older, newer].compactMap { $0 })
  }
}

extension AudioSegment {
  func contains(_ sequence: Int64) -> Bool {
    let index = entries.partitioningIndex { $0.sequence >= sequence }
    return index < entries.count && entries[index].sequence == sequence
  }
}

internal import Chatter

/// The rows of getchatts, in segments that grow towards the newest row.
///
/// A new row is copied into the newest segment while that is small, which costs a few microseconds
/// however long the list is; segments that are full are joined up to a bound, so that the list is
/// sent as few slices and a late row, or one changed by hand, moves no more than one of them.
struct TextList: Sendable {
  /// The newest segment takes rows up to this size.
  static let newestBytesMax = 64 << 10
  /// Others are joined up to this size.
  static let segmentBytesMax = 1 << 20

  let order: ListProfile.Order
  /// Oldest first.
  private(set) var segments: [TextSegment] = []
  private(set) var tag = ListTag.empty

  init(order: ListProfile.Order) {
    self.order = order
  }

  /// Takes rows that came, or came anew, and places whose rows are gone.
  ///
  /// - Parameter rows: in any order; of several with one place the last counts, and a row that is
  ///   here already, with the same tag, changes nothing.
  mutating func update(_ rows: [ListRow], removing removals: [Int64] = []) {
    var changes: [Int64: ListRow?] = [:]
    for sequence in removals where index(of: sequence) != nil { changes[sequence] = .some(nil) }
    var newer: [ListRow] = []
    let last = segments.last?.last ?? .min
    for row in rows {
      if row.sequence > last {
        newer.append(row)
      } else if tag(at: row.sequence) != row.tag {
        changes[row.sequence] = row
      }
    }
    replace(changes)
    newer.sort { $0.sequence < $1.sequence }
    append(newer.withoutRepeats)
  }

  /// The tag of the row at a place; nil where there is none.
  func tag(at sequence: Int64) -> ListTag? {
    index(of: sequence).flatMap { segments[$0].tag(at: sequence) }
  }

  /// The segment that a place belongs to; nil when it is newer than all.
  private func index(of sequence: Int64) -> Int? {
    guard let last = segments.last?.last, sequence <= last else { return nil }
    return segments.partitioningIndex { $0.last >= sequence }
  }

  private mutating func replace(_ changes: [Int64: ListRow?]) {
    guard !changes.isEmpty else { return }
    var changesBySegment: [Int: [Int64: ListRow?]] = [:]
    for (sequence, row) in changes {
      if let old = self.tag(at: sequence) { tag = tag - old }
      if let row { tag = tag + row.tag }
      guard let index = index(of: sequence) else { continue }
      changesBySegment[index, default: [:]][sequence] = .some(row)
    }
    // From the back, so that no segment is moved that is still to be changed.
    for (index, changes) in changesBySegment.sorted(by: { $0.key > $1.key }) {
      segments.replaceSubrange(index...index, with: segments[index].replacing(changes))
    }
  }

  /// Takes rows that are newer than all, oldest first.
  private mutating func append(_ rows: [ListRow]) {
    var rest = rows[...]
    while !rest.isEmpty {
      let room = room(for: rest)
      let part = rest.prefix(room.count)
      rest = rest.dropFirst(part.count)
      for row in part { tag = tag + row.tag }
      if room.isInNewest, let newest = segments.popLast() {
        segments.append(newest.appending(part))
      } else {
        joinFullSegments()
        segments.append(TextSegment(part, order: order))
      }
    }
  }

  /// How many of the rows fit into the newest segment; where none does, into a new one.
  private func room(for rows: ArraySlice<ListRow>) -> (count: Int, isInNewest: Bool) {
    let newestBytes = segments.last?.bytes.count ?? .max
    if newestBytes < Self.newestBytesMax {
      let count = Self.count(of: rows, within: Self.newestBytesMax - newestBytes)
      if count > 0 { return (count, true) }
    }
    return (max(1, Self.count(of: rows, within: Self.segmentBytesMax)), false)
  }

  private static func count(of rows: ArraySlice<ListRow>, within bytesMax: Int) -> Int {
    var bytesLeft = bytesMax
    var count = 0
    for row in rows {
      bytesLeft -= row.front.count + 2
      guard bytesLeft >= 0 else { break }
      count += 1
    }
    return count
  }

  /// Before a new segment is begun: the last ones are joined as far as they may.
  private mutating func joinFullSegments() {
    while segments.count >= 2 {
      let (older, newer) = (segments[segments.count - 2], segments[segments.count - 1])
      guard older.bytes.count + newer.bytes.count <= Self.segmentBytesMax else { return }
      segments.removeLast(2)
      segments.append(older.appending(newer))
    }
  }
}

extension [ListRow] {
  /// Of rows with one place, which follow one another, the last.
  fileprivate var withoutRepeats: [ListRow] {
    guard zip(self, dropFirst()).contains(where: { $0.sequence == $1.sequence }) else {
      return self
    }
    var rows: [ListRow] = []
    for row in self {
      if rows.last?.sequence == row.sequence { rows.removeLast() }
      rows.append(row)
    }
    return rows
  }
}

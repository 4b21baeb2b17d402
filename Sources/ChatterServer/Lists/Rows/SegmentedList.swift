internal import Chatter
internal import ChatterStore

/// The newest rows of the list, in segments. It is a window on the table; older rows are read from
/// the table while they are sent.
///
/// A copy costs one reference per segment. A new row is copied into the newest segment while that
/// is small. Full segments are joined if the older is at most twice as long as the newer: this
/// limits the number of segments, and each row is copied only a few times.
struct SegmentedList: Sendable {
  /// The newest segment accepts rows up to this size, in bytes.
  static let newestBytesMax = 64 << 10
  /// Other segments are joined up to this size, in bytes.
  static let segmentBytesMax = 1 << 20
  /// The oldest segment is halved down to this size, in bytes, before single rows are dropped.
  static let droppedFromBytesMax = 4 << 10

  /// The rows that are not in memory: all rows of the table up to a sequence number.
  struct Older: Sendable {
    /// The largest of the sequence numbers.
    var last: Int64
    /// Changes whenever one of these rows changes.
    var tag: ListTag
  }

  let order: ListProfile.Order
  /// Maximum number of rows that the list shows; nil for all.
  let rowsMax: Int?
  let memory: ListMemory
  /// Oldest first.
  private(set) var segments: [Segment] = []
  private(set) var rowCount = 0
  /// Bytes of the rows, without derived forms.
  private(set) var byteCount = 0
  private(set) var windowTag = ListTag.empty
  /// Whether older rows have left memory for lack of room, and half of the rows are still there.
  private var wasFull = false
  /// Nil if all rows are in memory.
  private(set) var older: Older?

  init(order: ListProfile.Order, rowsMax: Int? = nil, memory: ListMemory) {
    self.order = order
    self.rowsMax = rowsMax
    self.memory = memory
  }

  /// Maximum number of older rows that the list shows; zero if it shows only rows in memory.
  var olderRowsMax: Int {
    older == nil ? 0 : rowsMax.map { max(0, $0 - rowCount) } ?? .max
  }

  /// Identifies the state of all rows that the list shows. Older rows contribute through their
  /// changes and through the state in which the window began.
  var tag: ListTag {
    guard let older, olderRowsMax > 0 else { return windowTag }
    let whole = windowTag + older.tag
    // Which rows are shown depends on where the window begins.
    return rowsMax == nil ? whole : whole + ListTag(place: older.last)
  }

  var segmentBytesMax: Int { min(Self.segmentBytesMax, max(1, memory.rowBytesMax / 8)) }

  /// The segments in list order.
  var segmentsInOrder: [Segment] { order == .newest ? segments.reversed() : segments }

  /// Returns the row with a sequence number; nil if it is not in memory.
  func entry(at sequence: Int64) -> Segment.Entry? {
    index(of: sequence).flatMap { segments[$0].entry(at: sequence) }
  }

  /// Whether a sequence number is in the range of older rows.
  func isOlder(_ sequence: Int64) -> Bool {
    older.map { sequence <= $0.last } ?? false
  }

  /// Returns the segment that ends with the newest row up to a sequence number; nil if the row is
  /// not in memory, or within a segment.
  func segment(upTo last: Int64) -> Segment? {
    let end = segments.partitioningIndex { $0.last > last }
    guard end > 0, end == segments.count || segments[end].first > last else { return nil }
    return segments[end - 1]
  }

  /// Returns the index of the segment that covers a sequence number; nil if that is newer.
  private func index(of sequence: Int64) -> Int? {
    guard let last = segments.last?.last, sequence <= last else { return nil }
    return segments.partitioningIndex { $0.last >= sequence }
  }

  /// Returns the number of segments that a change replaces, which takes some milliseconds each.
  func segmentCount(replacedBy change: ListChange) -> Int {
    let places = change.rows.map(\.sequence) + change.removals.map(\.sequence)
    return Set(places.compactMap { isOlder($0) ? nil : index(of: $0) }).count
  }

  /// Returns a number that identifies the segment that a change at a sequence number replaces. All
  /// newer rows share one number, and all older rows share another.
  func segmentNumber(of sequence: Int64) -> Int {
    isOlder(sequence) ? -1 : index(of: sequence) ?? segments.count
  }

  // MARK: Changes

  /// Applies removals, and rows in any order that were added or replaced. Of several rows with the
  /// same sequence number, the last one counts. A row that is present with the same tag changes
  /// nothing.
  mutating func update(_ rows: [ListRow], removing removals: [ListRemoval] = []) {
    var changes: [Int64: ListRow?] = [:]
    for removal in removals {
      if isOlder(removal.sequence) {
        recordOlder(removal.tag)
      } else if index(of: removal.sequence) != nil {
        changes[removal.sequence] = .some(nil)
      }
    }
    var newer: [ListRow] = []
    let last = segments.last?.last ?? .min
    for row in rows {
      if isOlder(row.sequence) {
        recordOlder(row.tag)
      } else if segments.isEmpty || row.sequence > last {
        newer.append(row)
      } else if entry(at: row.sequence)?.tag != row.tag {
        changes[row.sequence] = row
      } else {
        changes[row.sequence] = nil
      }
    }
    replace(changes)
    newer.sort { $0.sequence < $1.sequence }
    append(newer.withoutRepeats[...])
    trim()
    if byteCount < memory.rowBytesMax / 2, olderRowsMax > rowCount { wasFull = false }
  }

  mutating func update(_ change: ListChange) {
    update(change.rows, removing: change.finalRemovals)
  }

  /// Whether both lists have the same rows and the same state of older rows.
  func isSame(as other: SegmentedList) -> Bool {
    windowTag == other.windowTag && rowCount == other.rowCount
      && older?.last == other.older?.last && older?.tag == other.older?.tag
  }

  private mutating func recordOlder(_ tag: ListTag) {
    if let current = older { older?.tag = current.tag + tag }
  }

  private mutating func replace(_ changes: [Int64: ListRow?]) {
    guard !changes.isEmpty else { return }
    var changesBySegment: [Int: [Int64: ListRow?]] = [:]
    for (sequence, row) in changes {
      guard let index = index(of: sequence) else { continue }
      changesBySegment[index, default: [:]][sequence] = .some(row)
    }
    // From the back, so that the indexes of the segments that are still to be changed stay valid.
    let bytesMax = segmentBytesMax
    for (index, changes) in changesBySegment.sorted(by: { $0.key > $1.key }) {
      replaceSegment(at: index) { $0.replacing(changes, bytesMax: bytesMax) }
    }
  }

  private mutating func replaceSegment(at index: Int, by body: (Segment) -> [Segment]) {
    let new = body(segments[index])
    uncount(segments[index])
    for segment in new { count(segment) }
    segments.replaceSubrange(index...index, with: new)
  }

  private mutating func count(_ segment: Segment) {
    rowCount += segment.entries.count
    byteCount += segment.byteCount
    windowTag = windowTag + segment.tag
  }

  private mutating func uncount(_ segment: Segment) {
    rowCount -= segment.entries.count
    byteCount -= segment.byteCount
    windowTag = windowTag - segment.tag
  }

  /// Appends rows that are newer than all others, given oldest first.
  private mutating func append(_ rows: ArraySlice<ListRow>) {
    var rest = rows
    while !rest.isEmpty {
      let newestBytes = segments.last?.text.bytes.count ?? Self.newestBytesMax
      let prefix = rest.prefix(rest.count(within: Self.newestBytesMax - newestBytes))
      rest = rest.dropFirst(prefix.count)
      if !prefix.isEmpty {
        replaceSegment(at: segments.count - 1) { [$0.appending(prefix)] }
      } else {
        joinFullSegments()
        let segment = Segment(
          rest.prefix(max(1, rest.count(within: segmentBytesMax))), order: order, memory: memory)
        rest = rest.dropFirst(segment.entries.count)
        count(segment)
        segments.append(segment)
      }
    }
  }

  /// Joins the last segments before a new one is begun.
  private mutating func joinFullSegments() {
    while segments.count >= 2 {
      let (older, newer) = (segments[segments.count - 2], segments[segments.count - 1])
      let (olderBytes, newerBytes) = (older.text.bytes.count, newer.text.bytes.count)
      guard olderBytes <= 2 * newerBytes, olderBytes + newerBytes < segmentBytesMax else { return }
      let joined = older.appending(newer)
      for segment in [older, newer] { uncount(segment) }
      count(joined)
      segments.removeLast(2)
      segments.append(joined)
    }
  }

  // MARK: The window

  /// Drops the oldest rows that the list does not show or that exceed the memory limit.
  private mutating func trim() {
    trimRows()
    while byteCount > memory.rowBytesMax, let oldest = segments.first { drop(oldest) }
  }

  private mutating func trimRows() {
    while let rowsMax, rowCount > rowsMax, let oldest = segments.first {
      let excess = rowCount - rowsMax
      if oldest.entries.count <= excess {
        drop(oldest)
      } else if oldest.text.bytes.count > Self.droppedFromBytesMax, oldest.entries.count > 1 {
        replaceSegment(at: 0) { $0.halves() }
      } else {
        let dropped = oldest.entries.prefix(excess)
        replaceSegment(at: 0) { [$0.dropping(excess)] }
        recordDropped(dropped.reduce(.empty) { $0 + $1.tag }, last: dropped[excess - 1].sequence)
      }
    }
  }

  private mutating func drop(_ oldest: Segment) {
    uncount(oldest)
    recordDropped(oldest.tag, last: oldest.last)
    segments.removeFirst()
  }

  /// Records rows that leave memory. Their tags stay in the sum.
  private mutating func recordDropped(_ tag: ListTag, last: Int64) {
    older = Older(last: last, tag: (older?.tag ?? .empty) + tag)
    wasFull = true
  }

  // MARK: Older rows

  /// Whether there is room in memory for older rows that the list shows.
  var canTakeOlder: Bool { byteCount < memory.rowBytesMax && olderRowsMax > 0 }

  /// Whether older rows should be read into memory. Once it was full, this is only so after half of
  /// the rows are gone, so that rows do not come and go with each change.
  var wantsOlder: Bool { canTakeOlder && !wasFull }

  /// Begins with no row in memory.
  ///
  /// - Parameter tag: tells this state of the table from others.
  mutating func begin(at tag: ListTag) {
    older = Older(last: .max, tag: tag)
  }

  /// Takes the next older rows into memory, as one segment.
  mutating func extend(with batch: OlderBatch) {
    if !batch.rows.isEmpty {
      let new = Segment(batch.rows, order: order, memory: memory)
      count(new)
      segments.insert(new, at: 0)
    }
    // The tag stays: that of the rows which the table no longer has alone tells no states apart.
    if let last = batch.lastOlder { older?.last = last } else { older = nil }
    trim()
  }
}

internal import Chatter
internal import HTTP
internal import Sockets

/// Rows of getchatts that follow one another, encoded, in one array that never changes: a list that
/// is being sent keeps it, and a new one takes its place.
///
/// Each row stands with the comma that parts it from the row before it in time, so that segments
/// join without a look inside: `["c"],["b"],` and `["a"],` newest first, `,["a"]` oldest first. The
/// comma of the very first row is left out where the list is put together.
final class TextSegment: Sendable {
  struct Entry: Sendable {
    let sequence: Int64
    let tag: ListTag
    /// Of the row and its comma.
    let byteCount: Int
  }

  /// Oldest first, whatever the order of the bytes.
  let entries: [Entry]
  /// In the order of the list.
  let bytes: [UInt8]
  private let order: ListProfile.Order
  /// The compressed form of the older rows, up to all of them, once somebody has asked for it.
  private let deflated: Lock<Deflated?>

  private struct Deflated {
    let piece: DeflatedPiece
    /// How many bytes of the segment it covers, a comma that was left out among them.
    let byteCount: Int
    let leavesOutComma: Bool
  }

  private init(
    _ entries: [Entry], _ bytes: [UInt8], order: ListProfile.Order, deflated: Deflated? = nil
  ) {
    self.entries = entries
    self.bytes = bytes
    self.order = order
    self.deflated = Lock(deflated)
  }

  /// Takes rows oldest first, at least one.
  convenience init(_ rows: some BidirectionalCollection<ListRow>, order: ListProfile.Order) {
    let (entries, bytes) = Self.encode(rows, order: order)
    self.init(entries, bytes, order: order)
  }

  var first: Int64 { entries[0].sequence }
  var last: Int64 { entries[entries.count - 1].sequence }

  /// The segment with newer rows behind its own; what was compressed stays so.
  func appending(_ rows: some BidirectionalCollection<ListRow>) -> TextSegment {
    let (newer, text) = Self.encode(rows, order: order)
    return TextSegment(
      entries + newer, order == .newest ? text + bytes : bytes + text, order: order,
      deflated: deflated.withLock { $0 })
  }

  /// The segment with a newer one behind it.
  func appending(_ next: TextSegment) -> TextSegment {
    // Of two compressed parts only the older can be kept, unless it is whole.
    let older = deflated.withLock { $0 }
    let newer = next.deflated.withLock { $0 }
    var joined = older
    if let older, let newer, older.byteCount == bytes.count, !newer.leavesOutComma {
      joined = Self.join(older, newer, order: order)
    }
    return TextSegment(
      entries + next.entries, order == .newest ? next.bytes + bytes : bytes + next.bytes,
      order: order, deflated: joined)
  }

  /// The rows as they would be after some came, or came anew, and some went: in no segment when
  /// none is left, in several when they are more than one may hold.
  ///
  /// - Parameter changes: a row for each place that is to have one, nil for each that is not.
  func replacing(_ changes: [Int64: ListRow?]) -> [TextSegment] {
    var rows: [EncodedRow] = []
    var offset = order == .newest ? bytes.count : 0
    for entry in entries {
      if order == .newest { offset -= entry.byteCount }
      if changes[entry.sequence] == nil {
        rows.append((entry, bytes[offset..<offset + entry.byteCount]))
      }
      if order == .oldest { offset += entry.byteCount }
    }
    for case let row? in changes.values {
      let (entry, text) = Self.encode(CollectionOfOne(row), order: order)
      rows.append((entry[0], text[...]))
    }
    rows.sort { $0.entry.sequence < $1.entry.sequence }
    // What is too long is cut in halves, so that the next late row finds room.
    let byteCount = rows.reduce(0) { $0 + $1.bytes.count }
    let bytesMax = TextList.segmentBytesMax / (byteCount > TextList.segmentBytesMax ? 2 : 1)
    var segments: [TextSegment] = []
    var rest = rows[...]
    while !rest.isEmpty {
      var bytesLeft = bytesMax
      let part = rest.prefix { row in
        bytesLeft -= row.bytes.count
        return bytesLeft >= 0
      }
      segments.append(TextSegment(part.isEmpty ? rest.prefix(1) : part, order: order))
      rest = rest.dropFirst(max(1, part.count))
    }
    return segments
  }

  private typealias EncodedRow = (entry: Entry, bytes: ArraySlice<UInt8>)

  private convenience init(_ rows: ArraySlice<EncodedRow>, order: ListProfile.Order) {
    var text: [UInt8] = []
    text.reserveCapacity(rows.reduce(0) { $0 + $1.bytes.count })
    switch order {
    case .newest: for row in rows.reversed() { text += row.bytes }
    case .oldest: for row in rows { text += row.bytes }
    }
    self.init(rows.map(\.entry), text, order: order)
  }

  /// The text without the comma of the first row.
  var withoutEdgeComma: ArraySlice<UInt8> {
    order == .newest ? bytes.dropLast() : bytes.dropFirst()
  }

  /// The tag of the row at a place; nil where there is none.
  func tag(at sequence: Int64) -> ListTag? {
    let index = entries.partitioningIndex { $0.sequence >= sequence }
    guard index < entries.count, entries[index].sequence == sequence else { return nil }
    return entries[index].tag
  }

  private static func encode(
    _ rows: some BidirectionalCollection<ListRow>, order: ListProfile.Order
  ) -> ([Entry], [UInt8]) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rows.reduce(0) { $0 + $1.front.count + 2 })
    func append(_ row: ListRow) {
      if order == .oldest { bytes.append(UInt8(ascii: ",")) }
      bytes += row.front
      bytes.append(UInt8(ascii: "]"))
      if order == .newest { bytes.append(UInt8(ascii: ",")) }
    }
    switch order {
    case .newest: for row in rows.reversed() { append(row) }
    case .oldest: for row in rows { append(row) }
    }
    let entries = rows.map {
      Entry(sequence: $0.sequence, tag: $0.tag, byteCount: $0.front.count + 2)
    }
    return (entries, bytes)
  }
}

/// Compression, once for each row.
extension TextSegment {
  /// So much is compressed at one go; then others on the loop have their turn.
  static let bytesPerTurnMax = 256 << 10

  /// The compressed form, of what is not compressed yet made now.
  ///
  /// No lock is held meanwhile: two loops that want it at one moment both make it, and neither waits.
  func deflatedPiece(leavingOutComma: Bool) async -> DeflatedPiece {
    // Whether the comma is left out changes when the first row of all does, which is rare.
    var known = deflated.withLock { $0 }.flatMap {
      $0.leavesOutComma == leavingOutComma ? $0 : nil
    }
    while true {
      if let known, known.byteCount == bytes.count { return known.piece }
      let rest = uncovered(by: known, leavingOutComma: leavingOutComma)
      let part =
        order == .newest ? rest.suffix(Self.bytesPerTurnMax) : rest.prefix(Self.bytesPerTurnMax)
      let commaBytes = known == nil && leavingOutComma ? 1 : 0
      let made = Deflated(
        piece: DeflatedPiece(part), byteCount: part.count + commaBytes,
        leavesOutComma: leavingOutComma)
      let more = known.map { Self.join($0, made, order: order) } ?? made
      keep(more)
      known = more
      if part.count == Self.bytesPerTurnMax { await Task.yield() }
    }
  }

  private func keep(_ made: Deflated) {
    deflated.withLock { deflated in
      if let deflated, deflated.leavesOutComma == made.leavesOutComma,
        deflated.byteCount >= made.byteCount
      {
        return
      }
      deflated = made
    }
  }

  private func uncovered(by known: Deflated?, leavingOutComma: Bool) -> ArraySlice<UInt8> {
    if let known {
      return order == .newest ? bytes.dropLast(known.byteCount) : bytes.dropFirst(known.byteCount)
    }
    return leavingOutComma ? withoutEdgeComma : bytes[...]
  }

  /// Two parts as one, in the order of the list.
  private static func join(_ older: Deflated, _ newer: Deflated, order: ListProfile.Order)
    -> Deflated
  {
    Deflated(
      piece: order == .newest
        ? newer.piece.followed(by: older.piece) : older.piece.followed(by: newer.piece),
      byteCount: older.byteCount + newer.byteCount, leavesOutComma: older.leavesOutComma)
  }
}

extension Array {
  /// The index of the first element that a condition holds of; it holds of all after it, too.
  func partitioningIndex(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

internal import Chatter
internal import HTTP
internal import Postgres
internal import Sockets

/// Rows of getaudio that follow one another: a single one with a clip, or some without.
///
/// Their text may be in memory, as far as the budget goes, or be fetched when it is to be sent.
/// Each row stands with a comma, as in `TextSegment`.
final class AudioSegment: Sendable {
  struct Entry: Sendable {
    let sequence: Int64
    /// Which transaction wrote the row.
    let transaction: PostgresTransactionID
    /// Of the row and its comma, without its clip.
    let byteCount: Int

    init(_ row: ListRow) {
      sequence = row.sequence
      transaction = row.transaction
      byteCount = row.front.count + (row.clipBytes == nil ? 7 : 5)
    }
  }

  /// What is in memory of the text.
  struct Text: Sendable {
    var plain: [UInt8]
    /// The compressed form of the older rows, without the comma, and how much of `plain` it is of.
    var deflated: (piece: DeflatedPiece, byteCount: Int)?

    var byteCount: Int { plain.count + (deflated?.piece.bytes.count ?? 0) }
  }

  /// Oldest first.
  let entries: [Entry]
  /// How long the clip is; nil where these are rows without one.
  let clipBytes: Int?
  private let order: ListProfile.Order
  private let text: Lock<Text?>

  private init(
    _ entries: [Entry], clipBytes: Int? = nil, text: Text?, order: ListProfile.Order
  ) {
    self.entries = entries
    self.clipBytes = clipBytes
    self.order = order
    self.text = Lock(text)
  }

  /// A row with a clip, which is to be fetched.
  convenience init(clipOf row: ListRow, order: ListProfile.Order) {
    self.init([Entry(row)], clipBytes: row.clipBytes, text: nil, order: order)
  }

  /// Rows without clips, oldest first.
  convenience init(_ rows: some BidirectionalCollection<ListRow>, order: ListProfile.Order) {
    let (entries, text) = Self.encode(rows, order: order)
    self.init(entries, text: Text(plain: text), order: order)
  }

  var first: Int64 { entries[0].sequence }
  var last: Int64 { entries[entries.count - 1].sequence }

  /// The text, where it is in memory.
  var plain: [UInt8]? { text.withLock { $0?.plain } }

  /// How many bytes are in memory of it.
  var residentBytes: Int { text.withLock { $0?.byteCount ?? 0 } }

  /// How many bytes the rows are about, in memory or not.
  var estimatedBytes: Int {
    (clipBytes ?? 0) / 3 * 4 + entries.reduce(0) { $0 + $1.byteCount }
  }

  /// Gives the memory back.
  ///
  /// - Returns: how many bytes it was.
  func evict() -> Int {
    text.withLock { text in
      defer { text = nil }
      return text?.byteCount ?? 0
    }
  }

  /// Whether fetched rows are those of the segment, and none was changed or removed meanwhile.
  func isOf(_ rows: [ListRow]) -> Bool {
    rows.elementsEqual(entries) { $0.sequence == $1.sequence && $0.transaction == $1.transaction }
  }

  /// Keeps the text of its rows, which was fetched, where the budget has room and none is kept yet.
  func fill(_ plain: [UInt8], keptIn budget: ClipBudget) {
    text.withLock { text in
      if text == nil, budget.take(plain.count) { text = Text(plain: plain) }
    }
  }

  /// The compressed form, without its comma, of a text that is in memory; what is not compressed
  /// yet is now, and kept where the budget has room.
  func deflatedPiece(keptIn budget: ClipBudget) -> (piece: DeflatedPiece, isKept: Bool)? {
    text.withLock { text in
      guard let plain = text?.plain else { return nil }
      let known = text?.deflated
      if let known, known.byteCount == plain.count { return (known.piece, true) }
      let rest =
        order == .newest
        ? plain.dropLast(known?.byteCount ?? 1) : plain.dropFirst(known?.byteCount ?? 1)
      let newer = DeflatedPiece(rest, kind: clipBytes == nil ? .text : .base64)
      let whole = known.map { known in
        order == .newest ? newer.followed(by: known.piece) : known.piece.followed(by: newer)
      }
      let isKept = budget.take(newer.bytes.count)
      if isKept { text?.deflated = (whole ?? newer, plain.count) }
      return (whole ?? newer, isKept)
    }
  }

  /// The segment with more rows without clips, oldest first, all of them between two of its own or
  /// at one of its ends; nil where that cannot be, because of a clip, or since its text is not here.
  func inserting(_ rows: some BidirectionalCollection<ListRow>) -> AudioSegment? {
    guard clipBytes == nil, let plain, let sequence = rows.first?.sequence else { return nil }
    let index = entries.partitioningIndex { $0.sequence > sequence }
    let (added, text) = Self.encode(rows, order: order)
    let offset = offset(of: index, in: plain)
    return AudioSegment(
      entries[..<index] + added + entries[index...],
      text: Text(
        plain: plain[..<offset] + text + plain[offset...],
        // Behind its newest row, what was compressed stays so.
        deflated: index == entries.count ? self.text.withLock { $0?.deflated } : nil),
      order: order)
  }

  /// The rows before a place, and those after it.
  func split(by sequence: Int64) -> (older: AudioSegment?, newer: AudioSegment?) {
    let start = entries.partitioningIndex { $0.sequence >= sequence }
    let end = entries.partitioningIndex { $0.sequence > sequence }
    return (part(0..<start), part(end..<entries.count))
  }

  /// Some of the rows; nil for none.
  private func part(_ range: Range<Int>) -> AudioSegment? {
    guard !range.isEmpty else { return nil }
    guard range.count < entries.count else { return self }
    let text = plain.map { plain in
      let ends = [range.lowerBound, range.upperBound].map { offset(of: $0, in: plain) }
      return Text(plain: Array(plain[(ends.min() ?? 0)..<(ends.max() ?? 0)]))
    }
    return AudioSegment(Array(entries[range]), text: text, order: order)
  }

  /// Where in the text the rows before and after an index meet.
  private func offset(of index: Int, in plain: [UInt8]) -> Int {
    guard index < entries.count else { return order == .newest ? 0 : plain.count }
    let before = entries.prefix(index).reduce(0) { $0 + $1.byteCount }
    return order == .newest ? plain.count - before : before
  }

  private static func encode(
    _ rows: some BidirectionalCollection<ListRow>, order: ListProfile.Order
  ) -> ([Entry], [UInt8]) {
    var text: [UInt8] = []
    text.reserveCapacity(rows.reduce(0) { $0 + $1.front.count + 7 })
    switch order {
    case .newest: for row in rows.reversed() { append(row, clip: nil, order: order, to: &text) }
    case .oldest: for row in rows { append(row, clip: nil, order: order, to: &text) }
    }
    return (rows.map { Entry($0) }, text)
  }

  /// The text of one row and its comma.
  static func append(
    _ row: ListRow, clip: ArraySlice<UInt8>?, order: ListProfile.Order, to text: inout [UInt8]
  ) {
    if order == .oldest { text.append(UInt8(ascii: ",")) }
    text += row.front
    if let clip {
      JSONWriter.append(raw: #",""#, to: &text)
      Base64.appendEncoded(clip, to: &text)
      JSONWriter.append(raw: #""]"#, to: &text)
    } else {
      JSONWriter.append(raw: ",null]", to: &text)
    }
    if order == .newest { text.append(UInt8(ascii: ",")) }
  }

  /// A text without the comma that parts it from the older rows.
  static func withoutComma(_ text: [UInt8], order: ListProfile.Order) -> ArraySlice<UInt8> {
    order == .newest ? text.dropLast() : text.dropFirst()
  }
}

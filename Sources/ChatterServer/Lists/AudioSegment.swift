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

  struct State {
    var text: Text?
    /// Whether a reader is putting the text together, for which there is room.
    var isBeingFilled = false
    /// Whether the segment is in the list no more: what older answers still have of it is not
    /// counted.
    var isRetired = false
  }

  /// Oldest first.
  let entries: [Entry]
  /// How long the clip is; nil where these are rows without one.
  let clipBytes: Int?
  let order: ListProfile.Order
  let state: Lock<State>

  init(
    _ entries: [Entry], clipBytes: Int? = nil, text: Text?, order: ListProfile.Order
  ) {
    self.entries = entries
    self.clipBytes = clipBytes
    self.order = order
    state = Lock(State(text: text))
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
  var plain: [UInt8]? { state.withLock { $0.text?.plain } }

  /// How many bytes are in memory of it.
  var residentBytes: Int { state.withLock { $0.text?.byteCount ?? 0 } }

  /// How many bytes the rows are about, in memory or not.
  var estimatedBytes: Int {
    Self.encodedCount(clipBytes ?? 0) + entries.reduce(0) { $0 + $1.byteCount }
  }

  /// Whether fetched rows are those of the segment, and none was changed or removed meanwhile.
  func isOf(_ rows: [ListRow]) -> Bool {
    rows.elementsEqual(entries) { $0.sequence == $1.sequence && $0.transaction == $1.transaction }
  }

  /// The compressed form, without its comma, of a text that is in memory; what is not compressed
  /// yet is now, and kept where the budget has room.
  func deflatedPiece(keptIn budget: ClipBudget) -> (piece: DeflatedPiece, isKept: Bool)? {
    state.withLock { state in
      guard let plain = state.text?.plain else { return nil }
      let known = state.text?.deflated
      if let known, known.byteCount == plain.count { return (known.piece, true) }
      let rest =
        order == .newest
        ? plain.dropLast(known?.byteCount ?? 1) : plain.dropFirst(known?.byteCount ?? 1)
      let newer = DeflatedPiece(rest, kind: clipBytes == nil ? .text : .base64)
      let whole = known.map { known in
        order == .newest ? newer.followed(by: known.piece) : known.piece.followed(by: newer)
      }
      let isKept = !state.isRetired && budget.take(newer.bytes.count)
      if isKept { state.text?.deflated = (whole ?? newer, plain.count) }
      return (whole ?? newer, isKept)
    }
  }

  /// The segment with newer rows without clips, oldest first; nil where that cannot be, because of a
  /// clip, or since its text is not here. What was compressed stays so.
  func appending(_ rows: some BidirectionalCollection<ListRow>) -> AudioSegment? {
    guard clipBytes == nil, let text = state.withLock({ $0.text }) else { return nil }
    let (newer, added) = Self.encode(rows, order: order)
    return AudioSegment(
      entries + newer,
      text: Text(
        plain: order == .newest ? added + text.plain : text.plain + added,
        deflated: text.deflated), order: order)
  }

  static func encode(
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

  /// How long a clip is in base64.
  static func encodedCount(_ byteCount: Int) -> Int { (byteCount + 2) / 3 * 4 }

  /// A text without the comma that parts it from the older rows.
  static func withoutComma(_ text: [UInt8], order: ListProfile.Order) -> ArraySlice<UInt8> {
    order == .newest ? text.dropLast() : text.dropFirst()
  }
}

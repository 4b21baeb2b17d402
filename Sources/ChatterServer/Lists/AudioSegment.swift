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
    /// Of the row and its comma, without its clip.
    let byteCount: Int
  }

  /// What is in memory of the text.
  struct Text: Sendable {
    var plain: [UInt8]
    /// Without the comma.
    var deflated: DeflatedPiece?

    var byteCount: Int { plain.count + (deflated?.bytes.count ?? 0) }
  }

  /// Oldest first.
  let entries: [Entry]
  /// How long the clip is; nil where these are rows without one.
  let clipBytes: Int?
  /// Which transaction wrote the row with the clip.
  let transaction: PostgresTransactionID?
  private let order: ListProfile.Order
  private let text: Lock<Text?>

  private init(
    _ entries: [Entry], clipBytes: Int?, transaction: PostgresTransactionID?, text: [UInt8]?,
    order: ListProfile.Order
  ) {
    self.entries = entries
    self.clipBytes = clipBytes
    self.transaction = transaction
    self.order = order
    self.text = Lock(text.map { Text(plain: $0) })
  }

  /// A row with a clip, which is to be fetched.
  convenience init(clipOf row: ListRow, order: ListProfile.Order) {
    self.init(
      [Entry(sequence: row.sequence, byteCount: row.front.count + 5)], clipBytes: row.clipBytes,
      transaction: row.transaction, text: nil, order: order)
  }

  /// Rows without clips, oldest first.
  convenience init(_ rows: some BidirectionalCollection<ListRow>, order: ListProfile.Order) {
    let (entries, text) = Self.encode(rows, order: order)
    self.init(entries, clipBytes: nil, transaction: nil, text: text, order: order)
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

  /// Keeps a text that was fetched.
  ///
  /// - Returns: how many more bytes are in memory.
  func fill(_ plain: [UInt8]) -> Int {
    text.withLock { text in
      guard text == nil else { return 0 }
      text = Text(plain: plain)
      return plain.count
    }
  }

  /// The compressed form, without its comma, of a text that is in memory, made now if it is not
  /// yet, and how many more bytes are in memory for it.
  func deflatedPiece() -> (piece: DeflatedPiece, addedBytes: Int)? {
    text.withLock { text in
      guard let plain = text?.plain else { return nil }
      if let deflated = text?.deflated { return (deflated, 0) }
      let piece = DeflatedPiece(
        Self.withoutComma(plain, order: order), kind: clipBytes == nil ? .text : .base64)
      text?.deflated = piece
      return (piece, piece.bytes.count)
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
      entries[..<index] + added + entries[index...], clipBytes: nil, transaction: nil,
      text: plain[..<offset] + text + plain[offset...], order: order)
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
    let text = plain.map { plain in
      let ends = [range.lowerBound, range.upperBound].map { offset(of: $0, in: plain) }
      return Array(plain[(ends.min() ?? 0)..<(ends.max() ?? 0)])
    }
    return AudioSegment(
      Array(entries[range]), clipBytes: clipBytes, transaction: transaction, text: text,
      order: order)
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
    return (rows.map { Entry(sequence: $0.sequence, byteCount: $0.front.count + 7) }, text)
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

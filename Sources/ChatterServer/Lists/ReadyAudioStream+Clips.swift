internal import Chatter
internal import HTTP
internal import Postgres

/// A row on its way whose clip is longer than a batch: in parts, each from memory where it is there,
/// and else from the database.
final class LongClip {
  let index: Int
  let segment: AudioSegment
  /// Which transaction wrote the row whose beginning has been sent: all of it must be of one.
  let transaction: PostgresTransactionID
  let byteCount: Int
  /// How much of the clip has been sent.
  var offset = 0
  /// The text as far as it was fetched, which is kept when it is whole; nil where it will not be.
  private var kept: [UInt8]?
  private var room = 0

  init(_ index: Int, _ segment: AudioSegment, transaction: PostgresTransactionID, byteCount: Int) {
    self.index = index
    self.segment = segment
    self.transaction = transaction
    self.byteCount = byteCount
  }

  /// The text of the segment, where it is in memory and of the same row.
  var plain: [UInt8]? { isOfSegment ? segment.plain : nil }

  private var isOfSegment: Bool { segment.entries[0].transaction == transaction }

  /// Keeps the text if the budget has room for it, and nobody else does.
  func beginKeeping(_ order: ListProfile.Order, keptIn budget: ClipBudget) {
    let bytes = segment.entries[0].byteCount + AudioSegment.encodedCount(byteCount)
    guard isOfSegment, segment.beginFilling(bytes, keptIn: budget) else { return }
    room = bytes
    var text: [UInt8] = []
    text.reserveCapacity(bytes)
    if order == .oldest { text.append(UInt8(ascii: ",")) }
    kept = text
  }

  func keep(_ text: [UInt8]) {
    if kept != nil { kept? += text }
  }

  func endKeeping(_ order: ListProfile.Order, keptIn budget: ClipBudget) {
    guard var text = kept else { return }
    kept = nil
    if order == .newest { text.append(UInt8(ascii: ",")) }
    segment.endFilling(text, of: room, keptIn: budget)
  }

  func giveUp(keptIn budget: ClipBudget) {
    guard kept != nil else { return }
    kept = nil
    segment.endFilling(nil, of: room, keptIn: budget)
  }
}

extension ReadyAudioStream {
  /// What stands between the rest of a row and its clip, and after it.
  private static let opening = Array(#",""#.utf8)
  private static let closing = Array(#""]"#.utf8)

  func beginClip(_ index: Int) async throws(TimelineError) {
    let segment = list.segments[index]
    let entry = segment.entries[0]
    if let plain = segment.plain, let count = segment.clipBytes {
      let front = Self.front(of: entry, in: plain, list.frame.order)
      let clip = LongClip(index, segment, transaction: entry.transaction, byteCount: count)
      return begin(clip, Array(plain[front]))
    }
    position = .segment(index + 1)
    guard let row = try await source.row(at: entry.sequence) else { return }
    guard let count = row.clipBytes else { return write(segment, [ClipRow(row: row, clip: nil)]) }
    let clip = LongClip(index, segment, transaction: row.transaction, byteCount: count)
    clip.beginKeeping(list.frame.order, keptIn: budget)
    begin(clip, row.front)
  }

  private func begin(_ clip: LongClip, _ front: [UInt8]) {
    part()
    let text = front + Self.opening
    clip.keep(text)
    write(text[...], DeflatedPiece(text[...]))
    position = .clip(clip)
  }

  /// Where the rest of a row stands in a text: before a comma, the clip, its frame and the bracket.
  private static func front(
    of entry: AudioSegment.Entry, in plain: [UInt8], _ order: ListProfile.Order
  ) -> Range<Int> {
    let start = order == .oldest ? 1 : 0
    return start..<start + entry.byteCount - opening.count - closing.count - 1
  }

  func writePart(of clip: LongClip) async throws(TimelineError) {
    guard clip.offset < clip.byteCount else {
      clip.keep(Self.closing)
      clip.endKeeping(list.frame.order, keptIn: budget)
      write(Self.closing[...], DeflatedPiece(Self.closing[...]))
      position = .segment(clip.index + 1)
      return
    }
    let count = min(Self.batchBytesMax, clip.byteCount - clip.offset)
    let text = try await text(of: clip, count: count)
    write(text[...], DeflatedPiece(text[...], kind: .base64))
    clip.offset += count
  }

  /// A part in base64. It is a copy: a slice would have a slow peer hold all of the text.
  private func text(of clip: LongClip, count: Int) async throws(TimelineError) -> [UInt8] {
    let entry = clip.segment.entries[0]
    if let plain = clip.plain {
      let start = Self.front(of: entry, in: plain, list.frame.order).upperBound + Self.opening.count
      let first = start + AudioSegment.encodedCount(clip.offset)
      return Array(plain[first..<first + AudioSegment.encodedCount(count)])
    }
    let bytes = try await source.clip(
      at: entry.sequence, writtenBy: clip.transaction, from: clip.offset, count: count)
    // Half of a clip is out that was changed or removed: the answer cannot be whole any more.
    guard let bytes, bytes.count == count else {
      throw .malformedAnswer("a clip was changed while it was sent")
    }
    var text: [UInt8] = []
    Base64.appendEncoded(bytes[...], to: &text)
    clip.keep(text)
    return text
  }
}

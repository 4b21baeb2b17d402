internal import Chatter
internal import HTTP

/// The content of a getaudio of which not all is in memory, at the pace at which the peer takes it.
///
/// A batch is fetched when the peer has taken what came before, so that a slow peer holds one, and
/// no connection to the database. A clip that is longer than a batch is fetched in parts.
final class ReadyAudioStream: ResponseStream {
  /// How much is fetched at one go; a multiple of three, which base64 takes together.
  static let batchBytesMax = 3 * 64 << 10
  /// Rows in one batch.
  static let batchRowsMax = 512

  private enum Position {
    case opening
    /// Before the segment with this index.
    case segment(Int)
    /// Within the clip of a segment.
    case clip(Int, ListRow, offset: Int)
    case end
  }

  private let list: AudioListContent
  private let source: any ClipSource
  private let budget: ClipBudget
  private var coded: CodedContent?
  private var position = Position.opening
  private var hasRows = false
  private var output: [UInt8] = []

  init(
    _ list: AudioListContent, in coding: ContentCoding, from source: any ClipSource,
    budget: ClipBudget
  ) {
    self.list = list
    self.source = source
    self.budget = budget
    coded = coding == .identity ? nil : CodedContent(coding)
  }

  func next() async throws -> ArraySlice<UInt8>? {
    while output.isEmpty {
      switch position {
      case .opening:
        output += coded?.head ?? []
        write(list.frame.opening[...], list.frame.openingPiece)
        position = .segment(0)
      case .segment(let index) where index == list.segments.count:
        write(list.frame.closing[...], list.frame.closingPiece)
        output += coded?.tail ?? []
        position = .end
      case .segment(let index): try await writeSegment(index)
      case .clip(let index, let row, let offset): try await writeClip(index, row, offset)
      case .end: return nil
      }
    }
    defer { output = [] }
    return output[...]
  }

  private func write(_ plain: ArraySlice<UInt8>, _ piece: @autoclosure () -> DeflatedPiece) {
    guard coded != nil else {
      output += plain
      return
    }
    let piece = piece()
    coded?.append(piece)
    output += piece.bytes
  }

  /// A comma, but before the first row.
  private func part() {
    if hasRows { write([UInt8(ascii: ",")], list.frame.commaPiece) }
    hasRows = true
  }

  private func writeSegment(_ index: Int) async throws(TimelineError) {
    let segment = list.segments[index]
    if let plain = segment.plain {
      part()
      let plain = AudioSegment.withoutComma(plain, order: list.frame.order)
      write(plain, compressed(segment) ?? DeflatedPiece(plain, kind: .base64))
      position = .segment(index + 1)
    } else if let count = segment.clipBytes, count > Self.batchBytesMax {
      try await beginClip(index)
    } else {
      try await writeBatch(from: index)
    }
  }

  /// What is kept of a segment that is in memory; it may have been let go meanwhile.
  private func compressed(_ segment: AudioSegment) -> DeflatedPiece? {
    segment.deflatedPiece(keptIn: budget)?.piece
  }
}

/// What is fetched.
extension ReadyAudioStream {
  private func writeBatch(from start: Int) async throws(TimelineError) {
    var sequences: [Int64] = []
    var bytesLeft = Self.batchBytesMax
    var end = start
    while end < list.segments.count {
      let segment = list.segments[end]
      let bytes = segment.estimatedBytes
      guard segment.plain == nil, end == start || bytes <= bytesLeft,
        end == start || sequences.count + segment.entries.count <= Self.batchRowsMax
      else { break }
      bytesLeft -= bytes
      sequences += segment.entries.map(\.sequence)
      end += 1
    }
    var rows: [Int64: ClipRow] = [:]
    for row in try await source.rows(at: sequences) { rows[row.row.sequence] = row }
    for segment in list.segments[start..<end] {
      write(segment, segment.entries.compactMap { rows[$0.sequence] })
    }
    position = .segment(end)
  }

  /// Writes rows that were fetched, and keeps them if there is room.
  private func write(_ segment: AudioSegment, _ rows: [ClipRow]) {
    guard !rows.isEmpty else { return }
    let order = list.frame.order
    var text: [UInt8] = []
    for row in order == .newest ? rows.reversed() : rows {
      AudioSegment.append(row.row, clip: row.clip?[...], order: order, to: &text)
    }
    part()
    write(
      AudioSegment.withoutComma(text, order: order),
      DeflatedPiece(
        AudioSegment.withoutComma(text, order: order),
        kind: segment.clipBytes == nil ? .text : .base64))
    if segment.isOf(rows.map(\.row)) { segment.fill(text, keptIn: budget) }
  }

  private func beginClip(_ index: Int) async throws(TimelineError) {
    let segment = list.segments[index]
    position = .segment(index + 1)
    guard let row = try await source.row(at: segment.first) else { return }
    guard row.clipBytes != nil else { return write(segment, [ClipRow(row: row, clip: nil)]) }
    part()
    var text = row.front
    JSONWriter.append(raw: #",""#, to: &text)
    write(text[...], DeflatedPiece(text[...]))
    position = .clip(index, row, offset: 0)
  }

  private func writeClip(_ index: Int, _ row: ListRow, _ offset: Int) async throws(TimelineError) {
    let count = row.clipBytes ?? 0
    guard offset < count else {
      let end = Array(#""]"#.utf8)
      write(end[...], DeflatedPiece(end[...]))
      position = .segment(index + 1)
      return
    }
    guard
      let clip = try await source.clip(
        of: row, from: offset, count: min(Self.batchBytesMax, count - offset)),
      clip.count == min(Self.batchBytesMax, count - offset)
      // Half of a clip is out that was changed or removed: the answer cannot be whole any more.
    else { throw .malformedAnswer("a clip was changed while it was sent") }
    var text: [UInt8] = []
    Base64.appendEncoded(clip[...], to: &text)
    write(text[...], DeflatedPiece(text[...], kind: .base64))
    position = .clip(index, row, offset: offset + clip.count)
  }
}

internal import Chatter
internal import HTTP
internal import Postgres

/// The content of a getaudio that is too long to be kept for one reader, or of which not all is in
/// memory, at the pace at which the peer takes it.
///
/// What is in memory is handed out as a slice of where it lies, a row or so at a time. A batch is
/// fetched when the peer has taken what came before, so that a slow peer holds one, and no
/// connection to the database. A clip that is longer than a batch goes in parts
/// (`ReadyAudioStream+Clips`).
final class ReadyAudioStream: ResponseStream {
  /// How much is fetched at one go; a multiple of three, which base64 takes together.
  static let batchBytesMax = 3 * 64 << 10
  /// Rows in one batch.
  static let batchRowsMax = 512
  /// Shorter pieces are gathered, up to this size; longer ones are not copied.
  static let gatheredBytesMax = 16 << 10

  enum Position {
    case opening
    /// Before the segment with this index.
    case segment(Int)
    /// Within the clip of a segment.
    case clip(LongClip)
    case end
  }

  let list: AudioListContent
  let source: any ClipSource
  let budget: ClipBudget
  private(set) var coded: CodedContent?
  var position = Position.opening
  private var hasRows = false
  /// Whether the comma before the next row is written already.
  private var isParted = false
  /// The text of the next segment, which was in memory when the comma before it was written.
  private var upcoming: (index: Int, plain: [UInt8])?
  private var output: [UInt8] = []
  /// A long piece that follows the output.
  private var longPiece: ArraySlice<UInt8>?

  init(
    _ list: AudioListContent, in coding: ContentCoding, from source: any ClipSource,
    budget: ClipBudget
  ) {
    self.list = list
    self.source = source
    self.budget = budget
    coded = coding == .identity ? nil : CodedContent(coding)
  }

  deinit {
    if case .clip(let clip) = position { clip.giveUp(keptIn: budget) }
  }

  func next() async throws -> ArraySlice<UInt8>? {
    while longPiece == nil, output.count < Self.gatheredBytesMax {
      if case .end = position { break }
      try await step()
    }
    if !output.isEmpty {
      defer { output = [] }
      return output[...]
    }
    defer { longPiece = nil }
    return longPiece
  }

  private func step() async throws {
    switch position {
    case .opening:
      append((coded?.head ?? [])[...])
      write(list.frame.opening[...], list.frame.openingPiece)
      position = .segment(0)
    case .segment(let index) where index == list.segments.count:
      write(list.frame.closing[...], list.frame.closingPiece)
      append((coded?.tail ?? [])[...])
      position = .end
    case .segment(let index): try await writeSegment(index)
    case .clip(let clip): try await writePart(of: clip)
    case .end: break
    }
  }

  /// Puts a piece behind what has not been handed out yet; after a long one comes none before it was.
  private func append(_ piece: ArraySlice<UInt8>) {
    if longPiece == nil, piece.count >= Self.gatheredBytesMax {
      longPiece = piece
    } else if let long = longPiece {
      output += long
      output += piece
      longPiece = nil
    } else {
      output += piece
    }
  }

  func write(_ plain: ArraySlice<UInt8>, _ piece: @autoclosure () -> DeflatedPiece) {
    guard coded != nil else { return append(plain) }
    let piece = piece()
    coded?.append(piece)
    append(piece.bytes[...])
  }

  /// A comma, but before the first row.
  func part() {
    if hasRows, !isParted { write([UInt8(ascii: ",")], list.frame.commaPiece) }
    hasRows = true
    isParted = false
  }

  private func writeSegment(_ index: Int) async throws(TimelineError) {
    let segment = list.segments[index]
    if let count = segment.clipBytes, count > Self.batchBytesMax {
      try await beginClip(index)
    } else if let plain = upcoming?.index == index ? upcoming?.plain : segment.plain {
      write(plain, of: segment, at: index)
      position = .segment(index + 1)
    } else {
      try await writeBatch(from: index)
    }
  }

  /// Writes what is in memory, with the comma behind it where the next row is sure to come.
  private func write(_ plain: [UInt8], of segment: AudioSegment, at index: Int) {
    part()
    upcoming = nil
    let order = list.frame.order
    let bare = AudioSegment.withoutComma(plain, order: order)
    guard coded == nil else {
      return write(
        bare, segment.deflatedPiece(keptIn: budget)?.piece ?? DeflatedPiece(bare, kind: .base64))
    }
    guard order == .newest, let next = shortText(at: index + 1) else { return append(bare) }
    upcoming = (index + 1, next)
    isParted = true
    append(plain[...])
  }

  /// The text of a segment that is in memory and goes as one piece.
  private func shortText(at index: Int) -> [UInt8]? {
    guard index < list.segments.count else { return nil }
    let segment = list.segments[index]
    return segment.clipBytes ?? 0 > Self.batchBytesMax ? nil : segment.plain
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
  func write(_ segment: AudioSegment, _ rows: [ClipRow]) {
    guard !rows.isEmpty else { return }
    let order = list.frame.order
    var text: [UInt8] = []
    for row in order == .newest ? rows.reversed() : rows {
      AudioSegment.append(row.row, clip: row.clip?[...], order: order, to: &text)
    }
    part()
    let bare = AudioSegment.withoutComma(text, order: order)
    write(bare, DeflatedPiece(bare, kind: segment.clipBytes == nil ? .text : .base64))
    if segment.isOf(rows.map(\.row)) { segment.fill(text, keptIn: budget) }
  }
}

internal import Chatter
internal import HTTP
internal import Postgres

/// getaudio as one moment has it.
///
/// What is in memory is sent from where it lies; the rest is fetched while it is sent.
final class AudioListContent: Sendable {
  /// After so many bytes have been compressed at one go, others on the loop get their turn.
  private static let bytesPerTurnMax = 256 << 10
  /// What is longer than this part of the budget is handed out bit by bit: a slow reader would keep
  /// all of it in memory, and what is let go, or is changed, would not be free before he is done.
  private static let pinnedShare = 8

  let fields: ListFields
  let segments: [AudioSegment]
  let frame: ListFrame
  private let budget: ClipBudget

  init(
    _ list: AudioList, tag: ListTag, frame: ListFrame, epoch: ListMoment.Epoch? = nil,
    budget: ClipBudget
  ) {
    segments = frame.order == .newest ? list.segments.reversed() : list.segments
    self.frame = frame
    self.budget = budget
    fields = ListFields(tag: tag, variant: "a" + frame.variant(of: epoch))
  }

  /// The content, as pieces where it is short and all of it is in memory, else as a stream.
  func body(in coding: ContentCoding, from source: any ClipSource) async -> ResponseBody {
    let pieces = coding == .identity ? plainPieces : await codedPieces(in: coding)
    if let pieces { return .pieces(pieces) }
    return .stream(
      length: nil, ReadyAudioStream(self, in: coding, from: source, budget: budget))
  }

  /// Nil where a row is not in memory, or all of them are too long to be kept there for one reader.
  private var plainPieces: [ArraySlice<UInt8>]? {
    var bytesLeft = budget.bytesMax / Self.pinnedShare
    var pieces: [ArraySlice<UInt8>] = [frame.opening[...]]
    pieces.reserveCapacity(segments.count + 2)
    let oldest = frame.order == .newest ? segments.count - 1 : 0
    for (index, segment) in segments.enumerated() {
      guard let plain = segment.plain, plain.count <= bytesLeft else { return nil }
      bytesLeft -= plain.count
      // The first row of all has no row before it to be parted from.
      pieces.append(
        index == oldest ? AudioSegment.withoutComma(plain, order: frame.order) : plain[...])
    }
    pieces.append(frame.closing[...])
    return pieces
  }

  private func codedPieces(in coding: ContentCoding) async -> [ArraySlice<UInt8>]? {
    var bytesLeft = budget.bytesMax / Self.pinnedShare
    for segment in segments {
      guard let plain = segment.plain, plain.count <= bytesLeft else { return nil }
      bytesLeft -= plain.count
    }
    var content = CodedContent(coding)
    var pieces = [content.head[...]]
    func append(_ piece: DeflatedPiece) {
      content.append(piece)
      pieces.append(piece.bytes[...])
    }
    append(frame.openingPiece)
    var bytesThisTurn = 0
    for (index, segment) in segments.enumerated() {
      // What there is no room to keep is compressed while it is sent.
      guard let (piece, isKept) = segment.deflatedPiece(keptIn: budget), isKept else { return nil }
      if index > 0 { append(frame.commaPiece) }
      append(piece)
      bytesThisTurn += piece.plainCount
      if bytesThisTurn >= Self.bytesPerTurnMax {
        bytesThisTurn = 0
        await Task.yield()
      }
    }
    append(frame.closingPiece)
    pieces.append(content.tail[...])
    return pieces
  }
}

/// Where rows with clips come from that are not in memory.
protocol ClipSource: Sendable {
  /// Rows by their places, with their clips, in no order; those that are gone are left out.
  func rows(at sequences: [Int64]) async throws(TimelineError) -> [ClipRow]

  /// A row by its place, without its clip; nil when it is gone.
  func row(at sequence: Int64) async throws(TimelineError) -> ListRow?

  /// A part of the clip of a row, by its place; nil when another transaction has written it since.
  func clip(
    at sequence: Int64, writtenBy transaction: PostgresTransactionID, from offset: Int, count: Int
  ) async throws(TimelineError) -> [UInt8]?
}

/// A row of getaudio, whole.
struct ClipRow: Sendable {
  let row: ListRow
  let clip: [UInt8]?
}

internal import Chatter
internal import HTTP
internal import Sockets

/// getchatts as one moment has it: slices that are sent from where they lie.
final class TextListContent: Sendable {
  let fields: ListFields
  let pieces: [ArraySlice<UInt8>]
  private let segments: [TextSegment]
  private let frame: ListFrame
  private let coded = Lock<[ContentCoding: [ArraySlice<UInt8>]]>([:])

  init(_ list: TextList, frame: ListFrame, epoch: ListMoment.Epoch? = nil) {
    segments = list.segments
    self.frame = frame
    fields = ListFields(tag: list.tag, variant: "t" + frame.variant(of: epoch))
    var rows = list.segments.map { $0.bytes[...] }
    // The first row of all has no row before it to be parted from.
    if let first = list.segments.first { rows[0] = first.withoutEdgeComma }
    if frame.order == .newest { rows.reverse() }
    pieces = [frame.opening[...]] + rows + [frame.closing[...]]
  }

  /// The content in a coding, of which every row is compressed once.
  func pieces(in coding: ContentCoding) async -> [ArraySlice<UInt8>] {
    if coding == .identity { return pieces }
    if let known = coded.withLock({ $0[coding] }) { return known }
    var rows: [DeflatedPiece] = []
    for (index, segment) in segments.enumerated() {
      rows.append(await segment.deflatedPiece(leavingOutComma: index == 0))
    }
    if frame.order == .newest { rows.reverse() }
    var content = CodedContent(coding)
    var pieces = [content.head[...]]
    for piece in [frame.openingPiece] + rows + [frame.closingPiece] {
      content.append(piece)
      pieces.append(piece.bytes[...])
    }
    pieces.append(content.tail[...])
    let made = pieces
    coded.withLock { $0[coding] = made }
    return made
  }
}

internal import Chatter
internal import HTTP
internal import EventLoop

/// The body of getchatts or getaudio for one snapshot.
///
/// It is available as slices, which are sent without copying. A list that is not entirely in
/// memory, or too long to hold for one client, must be streamed (`ListStream`).
final class ListContent: Sendable {
  enum Kind: Sendable {
    case chatts
    case audio
  }

  /// A getaudio body that takes more than the memory limit divided by this is streamed: as slices,
  /// a slow client would hold all of its clips.
  private static let audioHeldShare = 8

  /// Slices of a body, and the object that keeps their arrays in memory.
  struct Pieces: Sendable {
    let slices: [ArraySlice<UInt8>]
    let owner: any AnyObject & Sendable

    var byteCount: Int { slices.reduce(0) { $0 + $1.count } }
  }

  private final class Texts: Sendable {
    let texts: [EncodedRows]

    init(_ texts: [EncodedRows]) { self.texts = texts }
  }

  let kind: Kind
  let list: SegmentedList
  let frame: ListFrame
  let fields: ListFields
  /// Cached slices of getchatts, by content coding. They refer to arrays that are in memory anyway.
  private let known = Lock<[ContentCoding: [ArraySlice<UInt8>]]>([:])

  init(_ kind: Kind, _ list: SegmentedList, frame: ListFrame, epoch: ListMoment.Epoch? = nil) {
    self.kind = kind
    self.list = list
    self.frame = frame
    fields = ListFields(
      tag: list.tag, variant: (kind == .chatts ? "t" : "a") + frame.variant(of: epoch))
  }

  /// Returns the body as slices; nil if it must be streamed.
  func pieces(in coding: ContentCoding) async -> Pieces? {
    guard list.olderRowsMax == 0 else { return nil }
    if kind == .chatts, let known = known.withLock({ $0[coding] }) {
      return Pieces(slices: known, owner: self)
    }
    guard let texts = await texts(),
      let slices = coding == .identity ? plain(texts) : await coded(texts, in: coding)
    else { return nil }
    guard kind == .chatts else { return Pieces(slices: slices, owner: Texts(texts)) }
    known.withLock { $0[coding] = slices }
    return Pieces(slices: slices, owner: self)
  }

  /// Returns the texts in list order. Nil if one of them is not in memory, or if together they are
  /// too long to hold for one client.
  private func texts() async -> [EncodedRows]? {
    guard kind == .audio else { return list.segmentsInOrder.map(\.text) }
    var bytesLeft = list.memory.bytesMax / Self.audioHeldShare
    var bytesThisTurn = 0
    var texts: [EncodedRows] = []
    for segment in list.segmentsInOrder {
      for part in segment.audioPartsInOrder() {
        guard let text = segment.text(of: part), text.bytes.count <= bytesLeft else { return nil }
        bytesLeft -= text.bytes.count
        texts.append(text)
      }
      bytesThisTurn += segment.byteCount
      if bytesThisTurn >= EncodedRows.bytesPerTurnMax {
        bytesThisTurn = 0
        await Task.yield()
      }
    }
    return texts
  }

  private func plain(_ texts: [EncodedRows]) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    pieces.reserveCapacity(2 * texts.count + 2)
    pieces.append(frame.opening[...])
    for (index, text) in texts.enumerated() {
      if index > 0 { pieces.append(EncodedRows.comma[...]) }
      pieces.append(text.bytes[...])
    }
    pieces.append(frame.closing[...])
    return pieces
  }

  /// Returns the compressed body as slices. Nil if the compressed text cannot be cached; the text
  /// is then compressed while it is sent.
  private func coded(_ texts: [EncodedRows], in coding: ContentCoding) async
    -> [ArraySlice<UInt8>]?
  {
    var content = CodedBodyEnvelope(coding)
    var pieces = [content.head[...]]
    func append(_ piece: DeflatedSegment) {
      content.append(piece)
      pieces.append(piece.bytes[...])
    }
    append(frame.openingPiece)
    var bytesThisTurn = 0
    for (index, text) in texts.enumerated() {
      if index > 0 { append(frame.commaPiece) }
      let (piece, isKept) = await text.deflated()
      guard isKept else { return nil }
      append(piece)
      bytesThisTurn += piece.plainCount
      if bytesThisTurn >= EncodedRows.bytesPerTurnMax {
        bytesThisTurn = 0
        await Task.yield()
      }
    }
    append(frame.closingPiece)
    pieces.append(content.tail[...])
    return pieces
  }
}

extension Segment {
  func audioPartsInOrder() -> [AudioPart] {
    order == .newest ? audioParts().reversed() : audioParts()
  }

  /// Returns the text of a part of getaudio; nil for a clip that is not cached.
  func text(of part: AudioPart) -> EncodedRows? {
    switch part {
    case .rows(let rows): rows
    case .clip(let index):
      memory.clip(at: entries[index].sequence, of: entries[index].tag)
    }
  }
}

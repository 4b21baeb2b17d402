internal import Chatter
internal import ChatterStore
internal import HTTP
internal import System

/// The body of getchatts or getaudio for one snapshot.
///
/// It is available as slices, which are sent without copying. A list that is not entirely in
/// memory, or too long to hold for one client, must be streamed (`ListStream`).
final class ListBody: Sendable {
  enum Kind: Sendable {
    case chatts
    case audio
  }

  /// A getaudio body that takes more than the memory limit divided by this is streamed: as slices,
  /// a slow client would hold all of its clips.
  private static let audioHeldFraction = 8

  /// Slices of a body, and what keeps their arrays in memory.
  struct HeldSlices: Sendable {
    let slices: [ArraySlice<UInt8>]
    let owner: any Sendable

    var byteCount: Int { slices.reduce(0) { $0 + $1.count } }
  }

  let kind: Kind
  let list: SegmentedList
  let envelope: ListEnvelope
  let fields: RevalidatedFields
  /// Cached slices of getchatts, by content coding. They refer to arrays that are in memory anyway.
  private let cached = Lock<[ContentCoding: [ArraySlice<UInt8>]]>([:])

  init(
    _ kind: Kind, _ list: SegmentedList, envelope: ListEnvelope, epoch: ListSnapshot.Epoch? = nil
  ) {
    self.kind = kind
    self.list = list
    self.envelope = envelope
    // The suffix distinguishes lists with the same rows.
    let variant = (kind == .chatts ? "t" : "a") + envelope.variant(of: epoch)
    fields = RevalidatedFields(EntityTag(list.tag.text + variant), type: Response.jsonType)
  }

  /// Returns the body as slices; nil if it must be streamed.
  func slices(in coding: ContentCoding) async -> HeldSlices? {
    guard list.olderRowsMax == 0 else { return nil }
    if kind == .chatts, let cached = cached.withLock({ $0[coding] }) {
      return HeldSlices(slices: cached, owner: self)
    }
    guard let texts = await texts(),
      let slices = coding == .identity ? plain(texts) : await coded(texts)
    else { return nil }
    guard kind == .chatts else { return HeldSlices(slices: slices, owner: texts) }
    cached.withLock { $0[coding] = slices }
    return HeldSlices(slices: slices, owner: self)
  }

  /// Returns the texts in list order; nil if they are not in memory, or too long for one client.
  private func texts() async -> [EncodedRows]? {
    guard kind == .audio else { return list.segmentsInOrder.map(\.text) }
    var bytesLeft = list.memory.bytesMax / Self.audioHeldFraction
    var yielder = Yielder(every: EncodedRows.bytesPerYieldMax)
    var texts: [EncodedRows] = []
    for segment in list.segmentsInOrder {
      for chunk in segment.audioChunksInOrder() {
        guard let text = segment.text(of: chunk), text.bytes.count <= bytesLeft else { return nil }
        bytesLeft -= text.bytes.count
        texts.append(text)
      }
      await yielder.step(of: segment.byteCount)
    }
    return texts
  }

  private func plain(_ texts: [EncodedRows]) -> [ArraySlice<UInt8>] {
    var slices: [ArraySlice<UInt8>] = []
    slices.reserveCapacity(2 * texts.count + 2)
    slices.append(envelope.opening[...])
    for (index, text) in texts.enumerated() {
      if index > 0 { slices.append(EncodedRows.comma[...]) }
      slices.append(text.bytes[...])
    }
    slices.append(envelope.closing[...])
    return slices
  }

  /// Returns the compressed body as slices. Nil if the compressed text cannot be cached; the text
  /// is then compressed while it is sent.
  private func coded(_ texts: [EncodedRows]) async -> [ArraySlice<UInt8>]? {
    var coded = GzipEnvelope()
    var slices = [GzipEnvelope.head[...]]
    func append(_ chunk: DeflatedSegment) {
      coded.append(chunk)
      slices.append(chunk.bytes[...])
    }
    append(envelope.deflatedOpening)
    var yielder = Yielder(every: EncodedRows.bytesPerYieldMax)
    for (index, text) in texts.enumerated() {
      if index > 0 { append(envelope.deflatedComma) }
      let (chunk, isCached) = await text.deflated()
      guard isCached else { return nil }
      append(chunk)
      await yielder.step(of: chunk.plainCount)
    }
    append(envelope.deflatedClosing)
    slices.append(coded.tail[...])
    return slices
  }
}

extension Segment {
  func audioChunksInOrder() -> [AudioChunk] {
    order == .newest ? audioChunks().reversed() : audioChunks()
  }

  /// Returns the text of a chunk of getaudio; nil for a clip that is not cached.
  func text(of chunk: AudioChunk) -> EncodedRows? {
    switch chunk {
    case .rows(let rows): rows
    case .clip(let index):
      memory.clip(at: entries[index].sequence, of: entries[index].tag)
    }
  }
}

/// The text that surrounds the rows of a list, plain and compressed.
struct ListEnvelope: Sendable {
  let order: ListProfile.Order
  /// Distinguishes lists with different profiles. The digit is the version of the row format.
  private let variant: String
  let opening: [UInt8]
  let closing: [UInt8]
  let deflatedOpening: DeflatedSegment
  let deflatedClosing: DeflatedSegment
  let deflatedComma: DeflatedSegment

  init(_ profile: ListProfile) {
    order = profile.order
    variant =
      "1" + (profile.shape == .wrapped ? "w" : "a") + (profile.order == .newest ? "n" : "o")
      + (profile.ids == .with ? "i" : "x")
    opening = Array("\(profile.opening)".utf8)
    closing = Array("\(profile.closing)".utf8)
    deflatedOpening = DeflatedSegment(opening[...])
    deflatedClosing = DeflatedSegment(closing[...])
    deflatedComma = DeflatedSegment(EncodedRows.comma[...])
  }

  /// Returns the suffix that distinguishes the tags of lists with the same rows. It contains the
  /// database and the file of the table: a rewritten table has another file, and a copy of a
  /// database is another database. Either may have different text for the same transactions.
  func variant(of epoch: ListSnapshot.Epoch?) -> String {
    let numbers = epoch?.fileOfTable.split(separator: "/").suffix(2).compactMap { UInt64($0) } ?? []
    return ([variant] + numbers.map { String($0, radix: 36) }).joined(separator: "-")
  }
}

internal import Chatter
internal import ChatterStore
internal import HTTP

/// The body of a list that is not entirely in memory, or too long to hold for one client. It is
/// produced at the pace at which the client reads.
///
/// A batch is read from the database only after the client has read what came before, so a slow
/// client holds one batch and no database session. Clips are in `ListStream+Audio`.
final class ListStream: ResponseStream {
  /// Bytes that are read at once. A multiple of three, since base64 encodes three bytes together.
  static let batchBytesMax = 3 * 64 << 10
  static let batchRowsMax = 1024
  /// Shorter slices are joined up to this size, in bytes; longer ones are not copied.
  static let gatheredBytesMax = 16 << 10

  /// The next section to send, in list order.
  enum Section {
    case opening
    /// The segments in memory, from an index on.
    case window(Int)
    /// The rows of the table that are not in memory: the sequence number at which the next batch
    /// begins, nil before the first one, and the number of rows that are left.
    case older(next: Int64?, rowsLeft: Int)
    case closing
    case end
  }

  let body: ListBody
  let source: any OlderRows
  let memory: ListMemory
  private let segments: [Segment]
  let didRead: @Sendable () -> Void
  private(set) var coded: GzipEnvelope?
  private var section = Section.opening
  /// The chunks of the current segment that are still to be sent, in list order.
  var chunks: ArraySlice<Segment.AudioChunk> = []
  var segment: Segment?
  /// Rows with clips that were read for these chunks, by sequence number.
  var fetched: [Int64: ClipRow] = [:]
  var longClip: LongClip?
  private var hasRows = false
  private var output: [UInt8] = []
  /// A long slice to hand out after `output`.
  private var longSlice: ArraySlice<UInt8>?
  /// Bytes held besides segments, as last reported to `memory`.
  private var heldBytes = 0

  /// - Parameter didRead: called after each read, when the rows are held in memory.
  init(
    _ body: ListBody, in coding: ContentCoding, from source: any OlderRows,
    didRead: @escaping @Sendable () -> Void = {}
  ) {
    self.body = body
    self.source = source
    self.didRead = didRead
    memory = body.list.memory
    segments = body.list.segmentsInOrder
    coded = coding == .identity ? nil : GzipEnvelope()
  }

  deinit {
    memory.record(allocated: -heldBytes)
  }

  func next() async throws -> ArraySlice<UInt8>? {
    while longSlice == nil, output.count < Self.gatheredBytesMax {
      if case .end = section { break }
      try await step()
    }
    countHeld()
    if !output.isEmpty {
      defer { output = [] }
      return output[...]
    }
    defer { longSlice = nil }
    return longSlice
  }

  private func countHeld() {
    let held =
      output.count + (longClip == nil ? 0 : Base64.encodedCount(of: Self.batchBytesMax))
      + fetched.values.reduce(0) { $0 + $1.row.prefix.count + ($1.clip?.count ?? 0) }
    memory.record(allocated: held - heldBytes)
    heldBytes = held
  }

  private func step() async throws {
    if longClip != nil { return try await writeLongClip() }
    if let chunk = chunks.first { return try await write(chunk) }
    segment = nil
    switch section {
    case .opening:
      if coded != nil { append(GzipEnvelope.head[...]) }
      write(body.envelope.opening[...], body.envelope.deflatedOpening)
      section = body.envelope.order == .newest ? .window(0) : olderSection
    case .window(let index) where index < segments.count:
      try await begin(segments[index])
      section = .window(index + 1)
    case .window: section = body.envelope.order == .newest ? olderSection : .closing
    case .older(let next, let rowsLeft): try await readOlder(from: next, rowsLeft)
    case .closing:
      write(body.envelope.closing[...], body.envelope.deflatedClosing)
      append((coded?.tail ?? [])[...])
      section = .end
    case .end: break
    }
  }

  private var olderSection: Section {
    .older(next: nil, rowsLeft: body.list.olderRowsMax)
  }

  private var sectionAfterOlder: Section {
    body.envelope.order == .newest ? .closing : .window(0)
  }

  /// Begins a segment. getchatts sends it whole, getaudio in chunks.
  private func begin(_ segment: Segment) async throws {
    // The reference keeps the segment counted until the client has read what it produces.
    self.segment = segment
    switch body.kind {
    case .chatts: await write(segment.text)
    case .audio:
      chunks = segment.audioChunksInOrder()[...]
    }
  }

  // MARK: Older rows

  private func readOlder(from next: Int64?, _ rowsLeft: Int) async throws {
    guard rowsLeft > 0, let last = body.list.older?.last else {
      section = sectionAfterOlder
      return
    }
    let order = body.envelope.order
    if order == .newest, let segment = await source.segment(upTo: next ?? last),
      segment.entries.count <= rowsLeft
    {
      try await begin(segment)
      let edge: (Int64, Bool) = segment.first.subtractingReportingOverflow(1)
      section = olderSection(from: edge, after: segment.entries.count, of: rowsLeft)
      return
    }
    var next = next
    if next == nil, order == .oldest, rowsLeft < .max {
      next = try await source.place(ofOlder: rowsLeft, upTo: last)
    }
    let batch = try await source.batch(
      OlderBatch.Range(
        order, from: order == .oldest ? next ?? .min : .min,
        upTo: order == .newest ? next ?? last : last, rowsMax: min(rowsLeft, Self.batchRowsMax),
        bytesMax: Self.batchBytesMax))
    didRead()
    if !batch.rows.isEmpty {
      try await begin(Segment(batch.rows, order: order, memory: memory))
    }
    // No row precedes the smallest sequence number, and none follows `last`.
    let edge: (Int64, Bool) =
      switch order {
      case .newest: (batch.first ?? .min).subtractingReportingOverflow(1)
      case .oldest: ((batch.last ?? last) &+ 1, batch.last ?? last >= last)
      }
    section = olderSection(from: edge, after: batch.count, of: rowsLeft)
  }

  private func olderSection(from edge: (Int64, Bool), after count: Int, of rowsLeft: Int)
    -> Section
  {
    count == 0 || edge.1
      ? sectionAfterOlder
      : .older(next: edge.0, rowsLeft: rowsLeft == .max ? .max : rowsLeft - count)
  }

  // MARK: Output

  /// Appends a slice to the output. A long slice is copied only if another slice follows at once.
  private func append(_ slice: ArraySlice<UInt8>) {
    if longSlice == nil, slice.count >= Self.gatheredBytesMax {
      longSlice = slice
    } else if let long = longSlice {
      output += long
      output += slice
      longSlice = nil
    } else {
      output += slice
    }
  }

  func write(_ plain: ArraySlice<UInt8>, _ chunk: @autoclosure () -> DeflatedSegment) {
    guard coded != nil else { return append(plain) }
    let chunk = chunk()
    coded?.append(chunk)
    append(chunk.bytes[...])
  }

  /// Writes a comma, except before the first row.
  func separate() {
    if hasRows { write(EncodedRows.comma[...], body.envelope.deflatedComma) }
    hasRows = true
  }

  /// Writes rows. They are compressed only once if the compressed form can be cached.
  func write(_ text: EncodedRows) async {
    separate()
    guard coded != nil else { return append(text.bytes[...]) }
    let chunk = await text.deflated().chunk
    write(text.bytes[...], chunk)
  }
}

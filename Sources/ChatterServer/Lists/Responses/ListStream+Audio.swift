internal import Chatter
internal import ChatterStore
internal import HTTP
internal import Postgres

/// The progress of sending a row whose clip is longer than a batch, in chunks.
struct LongClip {
  let sequence: Int64
  /// The transaction that wrote the row, from which all chunks must come.
  let transaction: PostgresTransactionID
  let tag: ListTag
  let prefixCount: Int
  let byteCount: Int
  /// The number of bytes of the clip that have been sent.
  var offset = 0
}

extension ListStream {
  func write(_ chunk: Segment.AudioChunk) async throws {
    guard let segment else { return }
    switch chunk {
    case .rows(let rows):
      chunks.removeFirst()
      await write(rows)
    case .clip(let index):
      let entry = segment.entries[index]
      if (entry.clipBytes ?? 0) > Self.batchBytesMax {
        chunks.removeFirst()
        return try await beginLongClip(entry)
      }
      if let text = segment.text(of: chunk) {
        chunks.removeFirst()
        await write(text)
      } else if let row = fetched.removeValue(forKey: entry.sequence) {
        chunks.removeFirst()
        await write(row, of: entry)
      } else {
        try await fetchClips(of: segment)
      }
    }
  }

  /// Writes a row that was read. Caches a row with a clip if it still is the row of the list.
  private func write(_ row: ClipRow, of entry: Segment.Entry) async {
    let text = EncodedRows(
      row.text, kind: row.clip == nil ? .text : .base64, order: body.envelope.order,
      memory: memory)
    if row.clip != nil, row.row.tag == entry.tag {
      memory.insert(text, at: entry.sequence, of: entry.tag)
    }
    await write(text)
  }

  /// Reads the next batch of clips that are not cached. Rows that no longer exist are left out.
  private func fetchClips(of segment: Segment) async throws {
    var sequences: [Int64] = []
    var bytesLeft = Self.batchBytesMax
    for chunk in chunks {
      guard case .clip(let index) = chunk else { continue }
      let entry = segment.entries[index]
      let byteCount = entry.clipBytes ?? 0
      guard byteCount <= Self.batchBytesMax, segment.text(of: chunk) == nil else { continue }
      bytesLeft -= byteCount + Int(entry.byteCount)
      guard sequences.isEmpty || bytesLeft >= 0, sequences.count < Self.batchRowsMax else { break }
      sequences.append(entry.sequence)
    }
    fetched = [:]
    for row in try await source.rows(at: sequences) { fetched[row.row.sequence] = row }
    didRead()
    let gone = Set(sequences).subtracting(fetched.keys)
    guard !gone.isEmpty else { return }
    chunks =
      chunks.filter { chunk in
        guard case .clip(let index) = chunk else { return true }
        return !gone.contains(segment.entries[index].sequence)
      }[...]
  }

  // MARK: Long clips

  private func beginLongClip(_ entry: Segment.Entry) async throws {
    if memory.clip(at: entry.sequence, of: entry.tag) == nil {
      try await cacheLongClip(entry)
    }
    if let text = memory.clip(at: entry.sequence, of: entry.tag),
      let byteCount = entry.clipBytes
    {
      let count =
        text.bytes.count - Base64.encodedCount(of: byteCount) - ClipRow.opening.count
        - ClipRow.closing.count
      return begin(
        LongClip(
          sequence: entry.sequence, transaction: PostgresTransactionID(entry.transaction),
          tag: entry.tag, prefixCount: count, byteCount: byteCount), Array(text.bytes[..<count]))
    }
    guard let row = try await row(at: entry.sequence) else { return }
    guard let byteCount = row.clipBytes else {
      return await write(ClipRow(row: row, clip: nil), of: entry)
    }
    begin(
      LongClip(
        sequence: entry.sequence, transaction: row.transaction, tag: row.tag,
        prefixCount: row.prefix.count, byteCount: byteCount), row.prefix)
  }

  private func begin(_ clip: LongClip, _ prefix: [UInt8]) {
    separate()
    let text = prefix + ClipRow.opening
    write(text[...], DeflatedSegment(text[...]))
    longClip = clip
  }

  /// Reads a whole clip into the cache, at the pace of the database and independently of a slow
  /// client. A clip that is too long for the cache, or that changes meanwhile, is not cached.
  private func cacheLongClip(_ entry: Segment.Entry) async throws {
    guard let clipBytes = entry.clipBytes else { return }
    let byteCount =
      Int(entry.byteCount) + ClipRow.opening.count + Base64.encodedCount(of: clipBytes)
      + ClipRow.closing.count
    guard memory.beginFilling(byteCount, at: entry.sequence) else { return }
    let text: [UInt8]?
    do {
      // The text is counted again when it is cached.
      defer { memory.endFilling(byteCount, at: entry.sequence) }
      text = try await wholeText(of: entry, clipBytes: clipBytes, byteCount: byteCount)
    }
    guard let text else { return }
    let encoded = EncodedRows(text, kind: .base64, order: body.envelope.order, memory: memory)
    memory.insert(encoded, at: entry.sequence, of: entry.tag)
  }

  /// Returns the text of a row with its clip; nil if it is no longer the row of the list.
  private func wholeText(
    of entry: Segment.Entry, clipBytes: Int, byteCount: Int
  ) async throws -> [UInt8]? {
    guard let row = try await row(at: entry.sequence), row.tag == entry.tag else { return nil }
    var text: [UInt8] = []
    text.reserveCapacity(byteCount)
    text += row.prefix + ClipRow.opening
    var offset = 0
    while offset < clipBytes {
      let count = min(Self.batchBytesMax, clipBytes - offset)
      let bytes = try await source.clip(
        at: entry.sequence, writtenBy: row.transaction, from: offset, count: count)
      guard let bytes, bytes.count == count else { return nil }
      Base64.appendEncoded(bytes[...], to: &text)
      offset += count
    }
    text += ClipRow.closing
    return text
  }

  /// Returns a row without its clip; nil if it is gone.
  private func row(at sequence: Int64) async throws -> ListRow? {
    let range = OlderBatch.Range(
      from: sequence, upTo: sequence, rowsMax: 1, bytesMax: Self.batchBytesMax)
    return try await source.batch(range).rows.first
  }

  func writeLongClip() async throws {
    guard var clip = longClip else { return }
    guard clip.offset < clip.byteCount else {
      write(ClipRow.closing[...], DeflatedSegment(ClipRow.closing[...]))
      longClip = nil
      return
    }
    let count = min(Self.batchBytesMax, clip.byteCount - clip.offset)
    let text = try await text(of: clip, count: count)
    write(text[...], DeflatedSegment(text[...], kind: .base64))
    clip.offset += count
    longClip = clip
  }

  /// Returns a copy of a chunk in base64: with a slice, a slow client would hold the whole text.
  private func text(of clip: LongClip, count: Int) async throws -> [UInt8] {
    if let text = memory.clip(at: clip.sequence, of: clip.tag) {
      let first = clip.prefixCount + ClipRow.opening.count + Base64.encodedCount(of: clip.offset)
      return Array(text.bytes[first..<first + Base64.encodedCount(of: count)])
    }
    let bytes = try await source.clip(
      at: clip.sequence, writtenBy: clip.transaction, from: clip.offset, count: count)
    didRead()
    // Part of the clip has been sent, so the response cannot be completed.
    guard let bytes, bytes.count == count else {
      throw ReadError.malformed("a clip was changed while it was sent")
    }
    var text: [UInt8] = []
    Base64.appendEncoded(bytes[...], to: &text)
    return text
  }
}

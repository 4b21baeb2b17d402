internal import Chatter
internal import EventLoop

/// Segments that replace others.
extension Segment {
  /// Returns the segment with newer rows appended, which are given oldest first. Derived forms are
  /// reused.
  func appending(_ rows: some BidirectionalCollection<ListRow>) -> Segment {
    var buffer = RowBuffer(order, count: rows.reduce(0) { $0 + $1.prefix.count + 2 })
    for row in buffer.inOrder(rows) { buffer.append(row) }
    let newer = rows.map { Entry($0) }
    let audio = audioState.withLock { $0.chunks }.map { chunks in
      chunks.appending(audioChunks(of: rows, from: entries.count))
    }
    return Segment(
      entries + newer, text.appending(buffer.bytes), audio: audio, order: order, memory: memory)
  }

  private func audioChunks(
    of rows: some BidirectionalCollection<ListRow>, from index: Int
  ) -> [AudioChunk] {
    Segment(rows, order: order, memory: memory).makeAudioChunks().map { chunk in
      if case .clip(let clip) = chunk { .clip(index + clip) } else { chunk }
    }
  }

  /// Returns the segment with a newer one appended.
  func appending(_ next: Segment) -> Segment {
    let (older, newer) = (
      audioState.withLock { $0.chunks }, next.audioState.withLock { $0.chunks }
    )
    var audio: [AudioChunk]?
    if let older, let newer {
      audio = older.appending(
        newer.map { chunk in
          if case .clip(let clip) = chunk { .clip(entries.count + clip) } else { chunk }
        })
    }
    return Segment(
      entries + next.entries, text.appending(next.text), audio: audio, order: order,
      memory: memory)
  }

  /// Returns segments with the rows after some were added, replaced or removed: no segment if no
  /// row is left, several if the rows exceed the maximum size of one.
  ///
  /// - Parameter changes: a row for each sequence number that is to have one, nil for each that is
  ///   not.
  func replacing(_ changes: [Int64: ListRow?], bytesMax: Int) -> [Segment] {
    var rows: [(entry: Entry, text: ArraySlice<UInt8>)] = []
    rows.reserveCapacity(entries.count + changes.count)
    for (entry, text) in zip(entries, rowTexts) where changes[entry.sequence] == nil {
      rows.append((entry, text))
    }
    for case let row? in changes.values {
      rows.append((Entry(row), (row.prefix + [UInt8(ascii: "]")])[...]))
    }
    rows.sort { $0.entry.sequence < $1.entry.sequence }
    // Segments that are too long are cut to half the maximum size, so that the next late row fits.
    let byteCount = rows.reduce(0) { $0 + $1.text.count + 1 }
    return cut(rows[...], bytesMax: byteCount > bytesMax ? bytesMax / 2 : bytesMax)
  }

  /// Returns both halves of the rows. There must be at least two rows.
  func halves() -> [Segment] {
    let rows = Array(zip(entries, rowTexts).map { (entry: $0, text: $1) })
    let middle = rows.count / 2
    return [rows[..<middle], rows[middle...]].map { join($0) }
  }

  /// Returns the segment without some of its oldest rows. It must have more rows than that.
  func dropping(_ count: Int) -> Segment {
    join(zip(entries, rowTexts).map { (entry: $0, text: $1) }.dropFirst(count))
  }

  private typealias Rows = ArraySlice<(entry: Entry, text: ArraySlice<UInt8>)>

  private func cut(_ rows: Rows, bytesMax: Int) -> [Segment] {
    var segments: [Segment] = []
    var rest = rows
    while !rest.isEmpty {
      var bytesLeft = bytesMax
      let slice = rest.prefix { row in
        bytesLeft -= row.text.count + 1
        return bytesLeft >= 0
      }
      segments.append(join(slice.isEmpty ? rest.prefix(1) : slice))
      rest = rest.dropFirst(max(1, slice.count))
    }
    return segments
  }

  private func join(_ rows: Rows) -> Segment {
    var buffer = RowBuffer(order, count: rows.reduce(0) { $0 + $1.text.count + 1 })
    for row in buffer.inOrder(rows) { buffer.append(row.text) }
    return Segment(
      rows.map(\.entry), EncodedRows(buffer.bytes, order: order, memory: memory), order: order,
      memory: memory)
  }
}

extension [Segment.AudioChunk] {
  /// Returns the chunks with newer ones appended. Adjacent rows are joined.
  fileprivate func appending(_ newer: [Segment.AudioChunk]) -> [Segment.AudioChunk] {
    guard case .rows(let last)? = self.last, case .rows(let next)? = newer.first else {
      return self + newer
    }
    return dropLast() + [.rows(last.appending(next))] + newer.dropFirst()
  }
}

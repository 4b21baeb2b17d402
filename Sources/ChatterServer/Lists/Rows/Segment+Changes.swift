internal import Chatter
internal import ChatterStore
internal import System

extension Segment {
  /// Returns the segment with newer rows, given oldest first. Derived forms are reused.
  func appending(_ rows: some BidirectionalCollection<ListRow>) -> Segment {
    let audio = audioState.withLock { $0.chunks }.map { chunks in
      let newer = Segment(rows, order: order, memory: memory).makeAudioChunks()
      return appending(newer, to: chunks)
    }
    return Segment(
      entries + rows.map { Entry($0) }, text.appending(order.joined(rows)), audio: audio,
      order: order, memory: memory)
  }

  func appending(_ next: Segment) -> Segment {
    let chunks = (audioState.withLock { $0.chunks }, next.audioState.withLock { $0.chunks })
    var audio: [AudioChunk]?
    if case (let older?, let newer?) = chunks { audio = appending(newer, to: older) }
    return Segment(
      entries + next.entries, text.appending(next.text), audio: audio, order: order,
      memory: memory)
  }

  /// Returns the chunks of this segment with those of newer rows. Adjacent rows are joined.
  private func appending(_ newer: [AudioChunk], to chunks: [AudioChunk]) -> [AudioChunk] {
    let newer: [AudioChunk] = newer.map { chunk in
      if case .clip(let index) = chunk { .clip(entries.count + index) } else { chunk }
    }
    guard case .rows(let last)? = chunks.last, case .rows(let next)? = newer.first else {
      return chunks + newer
    }
    return chunks.dropLast() + [.rows(last.appending(next))] + newer.dropFirst()
  }

  /// Returns segments with the rows after some were added, replaced or, if nil, removed: no segment
  /// if no row is left, several if the rows exceed the maximum size of one.
  func replacing(_ changes: [Int64: ListRow?], bytesMax: Int) -> [Segment] {
    var rows = rows.filter { changes[$0.entry.sequence] == nil }
    for case let row? in changes.values {
      rows.append((Entry(row), (row.prefix + ListRow.closing)[...]))
    }
    rows.sort { $0.entry.sequence < $1.entry.sequence }
    // Segments that are too long are cut to half the maximum size, so that the next late row fits.
    let byteCount = rows.reduce(0) { $0 + $1.text.count + 1 }
    return cut(rows[...], bytesMax: byteCount > bytesMax ? bytesMax / 2 : bytesMax)
  }

  /// Returns both halves of the rows. There must be at least two rows.
  func halves() -> [Segment] {
    let (rows, middle) = (rows, entries.count / 2)
    return [join(rows[..<middle]), join(rows[middle...])]
  }

  /// Returns the segment without some of its oldest rows. It must have more rows than that.
  func dropping(_ count: Int) -> Segment {
    join(rows.dropFirst(count))
  }

  private typealias Rows = ArraySlice<(entry: Entry, text: ArraySlice<UInt8>)>

  private var rows: Rows { zip(entries, rowTexts).map { (entry: $0, text: $1) }[...] }

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
    let text = EncodedRows(order.joined(rows.lazy.map(\.text)), order: order, memory: memory)
    return Segment(rows.map(\.entry), text, order: order, memory: memory)
  }
}

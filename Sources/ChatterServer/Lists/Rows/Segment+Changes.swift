internal import Chatter
internal import Sockets

/// Segments that take the place of others.
extension Segment {
  /// The segment with newer rows behind its own, oldest first; what was made of it stays.
  func appending(_ rows: some BidirectionalCollection<ListRow>) -> Segment {
    var buffer = RowBuffer(order, count: rows.reduce(0) { $0 + $1.front.count + 2 })
    for row in buffer.inOrder(rows) { buffer.append(row) }
    let newer = rows.map { Entry($0) }
    let audio = audioState.withLock { $0.parts }.map { parts in
      parts.appending(audioParts(of: rows, from: entries.count))
    }
    return Segment(
      entries + newer, text.appending(buffer.bytes), audio: audio, order: order, memory: memory)
  }

  private func audioParts(
    of rows: some BidirectionalCollection<ListRow>, from index: Int
  ) -> [AudioPart] {
    Segment(rows, order: order, memory: memory).makeAudioParts().map { part in
      if case .clip(let clip) = part { .clip(index + clip) } else { part }
    }
  }

  /// The segment with a newer one behind it.
  func appending(_ next: Segment) -> Segment {
    let (older, newer) = (
      audioState.withLock { $0.parts }, next.audioState.withLock { $0.parts }
    )
    var audio: [AudioPart]?
    if let older, let newer {
      audio = older.appending(
        newer.map { part in
          if case .clip(let clip) = part { .clip(entries.count + clip) } else { part }
        })
    }
    return Segment(
      entries + next.entries, text.appending(next.text), audio: audio, order: order,
      memory: memory)
  }

  /// The rows after some were added or replaced and some were removed: in no segment when
  /// none is left, in several when they are more than one may hold.
  ///
  /// - Parameter changes: a row for each place that is to have one, nil for each that is not.
  func replacing(_ changes: [Int64: ListRow?], bytesMax: Int) -> [Segment] {
    var rows: [(entry: Entry, text: ArraySlice<UInt8>)] = []
    rows.reserveCapacity(entries.count + changes.count)
    for (entry, text) in zip(entries, rowTexts) where changes[entry.sequence] == nil {
      rows.append((entry, text))
    }
    for case let row? in changes.values {
      rows.append((Entry(row), (row.front + [UInt8(ascii: "]")])[...]))
    }
    rows.sort { $0.entry.sequence < $1.entry.sequence }
    // What is too long is cut in halves, so that the next late row finds room.
    let byteCount = rows.reduce(0) { $0 + $1.text.count + 1 }
    return cut(rows[...], bytesMax: byteCount > bytesMax ? bytesMax / 2 : bytesMax)
  }

  /// Both halves, by rows; there are at least two.
  func halves() -> [Segment] {
    let rows = Array(zip(entries, rowTexts).map { (entry: $0, text: $1) })
    let middle = rows.count / 2
    return [rows[..<middle], rows[middle...]].map { join($0) }
  }

  /// The newer rows, without some of the oldest; there are more than those.
  func dropping(_ count: Int) -> Segment {
    join(zip(entries, rowTexts).map { (entry: $0, text: $1) }.dropFirst(count))
  }

  private typealias Rows = ArraySlice<(entry: Entry, text: ArraySlice<UInt8>)>

  private func cut(_ rows: Rows, bytesMax: Int) -> [Segment] {
    var segments: [Segment] = []
    var rest = rows
    while !rest.isEmpty {
      var bytesLeft = bytesMax
      let part = rest.prefix { row in
        bytesLeft -= row.text.count + 1
        return bytesLeft >= 0
      }
      segments.append(join(part.isEmpty ? rest.prefix(1) : part))
      rest = rest.dropFirst(max(1, part.count))
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

extension [Segment.AudioPart] {
  /// Parts with newer ones, of which adjacent rows are joined while that is cheap.
  fileprivate func appending(_ newer: [Segment.AudioPart]) -> [Segment.AudioPart] {
    guard case .rows(let last)? = self.last, case .rows(let next)? = newer.first else {
      return self + newer
    }
    return dropLast() + [.rows(last.appending(next))] + newer.dropFirst()
  }
}

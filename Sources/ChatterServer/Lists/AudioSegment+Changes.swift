internal import Chatter

/// Rows that came late, came anew, or went.
extension AudioSegment {
  /// A row on its way into a segment: the text of one without a clip, where it is in memory, or
  /// a segment of its own for one with a clip.
  private struct Part {
    let entry: Entry
    var text: ArraySlice<UInt8>?
    var clip: AudioSegment?
  }

  /// The rows as they would be after some came, or came anew, and some went: in no segment when
  /// none is left, in several where a clip stands between them or they are more than one may hold.
  ///
  /// - Parameter changes: a row for each place that is to have one, nil for each that is not.
  func replacing(_ changes: [Int64: ListRow?]) -> [AudioSegment] {
    var parts = clipBytes == nil ? textParts : [Part(entry: entries[0], clip: self)]
    parts.removeAll { changes[$0.entry.sequence] != nil }
    for case let row? in changes.values {
      if row.clipBytes != nil {
        parts.append(Part(entry: Entry(row), clip: AudioSegment(clipOf: row, order: order)))
      } else {
        let (entries, text) = Self.encode(CollectionOfOne(row), order: order)
        parts.append(Part(entry: entries[0], text: text[...]))
      }
    }
    parts.sort { $0.entry.sequence < $1.entry.sequence }
    return gather(parts)
  }

  private var textParts: [Part] {
    guard let plain else { return entries.map { Part(entry: $0) } }
    var offset = order == .newest ? plain.count : 0
    return entries.map { entry in
      if order == .newest { offset -= entry.byteCount }
      defer { if order == .oldest { offset += entry.byteCount } }
      return Part(entry: entry, text: plain[offset..<offset + entry.byteCount])
    }
  }

  private func gather(_ parts: [Part]) -> [AudioSegment] {
    var segments: [AudioSegment] = []
    var rest = parts[...]
    while let first = rest.first {
      if let clip = first.clip {
        segments.append(clip)
        rest = rest.dropFirst()
        continue
      }
      var bytesLeft = AudioList.segmentBytesMax
      let run = rest.prefix { part in
        bytesLeft -= part.entry.byteCount
        return part.clip == nil && (part.text == nil) == (first.text == nil) && bytesLeft >= 0
      }
      let taken = run.isEmpty ? rest.prefix(1) : run
      segments.append(join(taken))
      rest = rest.dropFirst(taken.count)
    }
    return segments
  }

  /// Rows without clips, all of them in memory or none.
  private func join(_ parts: ArraySlice<Part>) -> AudioSegment {
    let entries = parts.map(\.entry)
    guard parts.first?.text != nil else {
      return AudioSegment(entries, text: nil, order: order)
    }
    var plain: [UInt8] = []
    plain.reserveCapacity(entries.reduce(0) { $0 + $1.byteCount })
    switch order {
    case .newest: for part in parts.reversed() { plain += part.text ?? [] }
    case .oldest: for part in parts { plain += part.text ?? [] }
    }
    return AudioSegment(entries, text: Text(plain: plain), order: order)
  }
}

internal import Chatter
internal import EventLoop

/// The getaudio form of a segment.
extension Segment {
  /// Returns the getaudio parts of the rows, oldest first. They are cached if there is room.
  func audioParts() -> [AudioPart] {
    if let known = audioState.withLock({ $0.parts }) { return known }
    let parts = makeAudioParts()
    let byteCount = parts.byteCount
    guard memory.take(byteCount) else { return parts }
    let isKept = audioState.withLock { state in
      guard state.isCounted, state.parts == nil else { return false }
      state.parts = parts
      for case .rows(let rows) in parts { _ = rows.adopt() }
      return true
    }
    if !isKept { memory.give(byteCount) }
    return parts
  }

  func makeAudioParts() -> [AudioPart] {
    var parts: [AudioPart] = []
    let texts = rowTexts
    var start = 0
    func endRun(_ end: Int) {
      guard start < end else { return }
      let run = texts[start..<end]
      var buffer = RowBuffer(order, count: run.reduce(0) { $0 + $1.count + 6 })
      for text in buffer.inOrder(run) { buffer.appendWithoutClip(text) }
      parts.append(.rows(EncodedRows(buffer.bytes, order: order, memory: memory)))
    }
    for (index, entry) in entries.enumerated() where entry.clipBytes != nil {
      endRun(index)
      parts.append(.clip(index))
      start = index + 1
    }
    endRun(entries.count)
    return parts
  }

  // MARK: Accounting

  /// Starts to cache and count derived forms, when the segment has been added to the list.
  ///
  /// - Returns: the number of bytes to add to the count of forms.
  func adopt() -> Int {
    var bytes = text.adopt()
    audioState.withLock { state in
      guard !state.isCounted else { return }
      state.isCounted = true
      for case .rows(let rows) in state.parts ?? [] { bytes += rows.bytes.count + rows.adopt() }
    }
    return bytes
  }

  /// Stops caching derived forms, when the segment has been removed from the list.
  ///
  /// - Returns: the number of bytes to subtract from the count of forms.
  func retire() -> Int {
    var bytes = text.retire()
    audioState.withLock { state in
      guard state.isCounted else { return }
      state.isCounted = false
      for case .rows(let rows) in state.parts ?? [] { bytes += rows.bytes.count + rows.retire() }
    }
    return bytes
  }

  /// Drops all derived forms to make room for rows.
  ///
  /// - Returns: the number of bytes to subtract from the count of forms.
  func dropForms() -> Int {
    var bytes = text.dropDeflated()
    audioState.withLock { state in
      guard state.isCounted else { return }
      for case .rows(let rows) in state.parts ?? [] { bytes += rows.bytes.count + rows.retire() }
      state.parts = nil
    }
    return bytes
  }
}

extension [Segment.AudioPart] {
  /// Bytes of the text of rows without clips.
  fileprivate var byteCount: Int {
    reduce(0) { count, part in
      if case .rows(let rows) = part { count + rows.bytes.count } else { count }
    }
  }
}

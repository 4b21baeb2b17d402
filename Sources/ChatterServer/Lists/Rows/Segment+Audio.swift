internal import Chatter
internal import Sockets

/// The form of a segment that getaudio shows.
extension Segment {
  /// What getaudio shows of the rows, oldest first; it is kept where there is room.
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

  /// Begins the keeping of forms, when the segment has come into the list.
  ///
  /// - Returns: how many bytes of forms are to be counted from now on.
  func adopt() -> Int {
    var bytes = text.adopt()
    audioState.withLock { state in
      guard !state.isCounted else { return }
      state.isCounted = true
      for case .rows(let rows) in state.parts ?? [] { bytes += rows.bytes.count + rows.adopt() }
    }
    return bytes
  }

  /// Ends the keeping of forms, when the segment has left the list.
  ///
  /// - Returns: how many bytes of forms are to be counted no more.
  func retire() -> Int {
    var bytes = text.retire()
    audioState.withLock { state in
      guard state.isCounted else { return }
      state.isCounted = false
      for case .rows(let rows) in state.parts ?? [] { bytes += rows.bytes.count + rows.retire() }
    }
    return bytes
  }

  /// Drops all forms, for rows that need the room.
  ///
  /// - Returns: how many bytes are to be counted no more.
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
  /// Of the text of rows without clips.
  fileprivate var byteCount: Int {
    reduce(0) { count, part in
      if case .rows(let rows) = part { count + rows.bytes.count } else { count }
    }
  }
}

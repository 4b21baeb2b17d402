internal import Chatter
internal import EventLoop

/// The getaudio form of a segment.
extension Segment {
  /// Returns the getaudio chunks of the rows, oldest first. They are cached if there is room.
  func audioChunks() -> [AudioChunk] {
    if let cached = audioState.withLock({ $0.chunks }) { return cached }
    let chunks = makeAudioChunks()
    let byteCount = chunks.byteCount
    guard memory.reserve(byteCount) else { return chunks }
    let isCached = audioState.withLock { state in
      guard state.isCounted, state.chunks == nil else { return false }
      state.chunks = chunks
      for case .rows(let rows) in chunks { _ = rows.adopt() }
      return true
    }
    if !isCached { memory.release(byteCount) }
    return chunks
  }

  func makeAudioChunks() -> [AudioChunk] {
    var chunks: [AudioChunk] = []
    let texts = rowTexts
    var start = 0
    func endRun(_ end: Int) {
      guard start < end else { return }
      let run = texts[start..<end]
      var buffer = RowBuffer(order, count: run.reduce(0) { $0 + $1.count + 6 })
      for text in buffer.inOrder(run) { buffer.appendWithoutClip(text) }
      chunks.append(.rows(EncodedRows(buffer.bytes, order: order, memory: memory)))
    }
    for (index, entry) in entries.enumerated() where entry.clipBytes != nil {
      endRun(index)
      chunks.append(.clip(index))
      start = index + 1
    }
    endRun(entries.count)
    return chunks
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
      for case .rows(let rows) in state.chunks ?? [] { bytes += rows.bytes.count + rows.adopt() }
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
      for case .rows(let rows) in state.chunks ?? [] { bytes += rows.bytes.count + rows.retire() }
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
      for case .rows(let rows) in state.chunks ?? [] { bytes += rows.bytes.count + rows.retire() }
      state.chunks = nil
    }
    return bytes
  }
}

extension [Segment.AudioChunk] {
  /// Bytes of the text of rows without clips.
  fileprivate var byteCount: Int {
    reduce(0) { count, chunk in
      if case .rows(let rows) = chunk { count + rows.bytes.count } else { count }
    }
  }
}

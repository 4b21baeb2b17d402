internal import Chatter
internal import ChatterStore
internal import System

extension Segment {
  /// Returns the getaudio chunks of the rows, oldest first. They are cached if there is room.
  func audioChunks() -> [AudioChunk] {
    if let cached = audioState.withLock({ $0.chunks }) { return cached }
    let chunks = makeAudioChunks()
    let byteCount = AudioState(chunks: chunks).formBytes { _ in 0 }
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
      let text = order.joined(
        texts[start..<end].lazy.map { $0.dropLast() }, suffix: ListRow.closingWithoutClip)
      chunks.append(.rows(EncodedRows(text, order: order, memory: memory)))
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

  /// Starts to cache and count derived forms. Returns the bytes to add to the count of forms.
  func adopt() -> Int {
    text.adopt() + count(true) { $0.adopt() }
  }

  /// Stops caching derived forms. Returns the bytes to subtract from the count of forms.
  func retire() -> Int {
    text.retire() + count(false) { $0.retire() }
  }

  /// Starts or stops counting the getaudio chunks. Returns their bytes and those that a closure
  /// returns; zero if they were counted, or not, before.
  private func count(_ isCounted: Bool, _ derived: (EncodedRows) -> Int) -> Int {
    audioState.withLock { state in
      guard state.isCounted != isCounted else { return 0 }
      state.isCounted = isCounted
      return state.formBytes(derived)
    }
  }

  /// Drops all derived forms. Returns the bytes to subtract from the count of forms.
  func dropForms() -> Int {
    text.dropDeflated()
      + audioState.withLock { state in
        guard state.isCounted else { return 0 }
        defer { state.chunks = nil }
        return state.formBytes { $0.retire() }
      }
  }
}

extension AudioPlayer {
  /// Returns the waveform of the clip: the peak of each part of equal length, relative to the
  /// highest peak, 0...1; empty if there is no clip or no sound in it.
  ///
  /// Decodes the whole clip, off the main actor. Fails with `undecodable` if that is not possible.
  /// Cancelling the task ends it early.
  public func waveform(columns: Int) async throws(AudioError) -> [Double] {
    guard let audio, columns > 0 else { return [] }
    return try await Self.waveform(of: audio, engine, columns: columns)
  }

  @concurrent
  private static func waveform(
    of clip: [UInt8], _ engine: any AudioEngine, columns: Int
  ) async throws(AudioError) -> [Double] {
    var chunks: [UInt16] = []
    do {
      for try await samples in try await engine.samples(of: clip) {
        guard !Task.isCancelled else { return [] }
        // A peak for each chunk: the length of a clip is known for certain only at its end.
        var rest = samples[...]
        while !rest.isEmpty {
          chunks.append(rest.prefix(chunkSamples).reduce(0) { max($0, $1.magnitude) })
          rest = rest.dropFirst(chunkSamples)
        }
      }
    } catch {
      throw error as? AudioError ?? .undecodable("\(error)")
    }
    let highest = chunks.max() ?? 0
    guard highest > 0 else { return [] }
    return (0..<columns).map { column in
      let first = column * chunks.count / columns
      let end = max(first + 1, (column + 1) * chunks.count / columns)
      return Double(chunks[first..<end].max() ?? 0) / Double(highest)
    }
  }

  /// The samples of a chunk: 20 ms at 16 kHz.
  private nonisolated static var chunkSamples: Int { 320 }
}

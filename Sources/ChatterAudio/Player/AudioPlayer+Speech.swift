extension AudioPlayer {
  /// What is said in the clip, as it becomes known: each text holds all so far.
  ///
  /// Fails where there is no clip, no transcriber, or the clip cannot be decoded. Whoever ends the
  /// iteration ends the work.
  public var resultText: AsyncThrowingStream<String, any Error> {
    let (engine, clip, transcriber) = (engine, audio, transcriber)
    return AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task { @concurrent in
        do {
          guard let transcriber else {
            throw AudioError.unsupported("no transcriber is set: give the player one")
          }
          guard let clip else {
            throw AudioError.unsupported("there is no clip to transcribe: record one first")
          }
          let samples = try await engine.samples(of: clip)
          for try await text in transcriber.transcribe(samples) { continuation.yield(text) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

final class ClipSamples: Sendable {
  /// The timeout for the next samples, which come from bytes in memory.
  private static let samplesTimeout = Duration.seconds(5)

  private let thread: PipelineThread
  /// The errors that the pipeline reports while no call waits for them.
  private let events = PipelineEvents()

  init(of file: [UInt8]) async throws(AudioError) {
    let clip = try PlayableFile(file)
    thread = try await PipelineThread.launch(
      "chatter-decode",
      building: { () throws(AudioError) in
        let pipeline = try PipelineHandle(
          """
          \(ClipSource.description) ! decodebin ! audioconvert ! audioresample \
          ! audio/x-raw,format=S16LE,layout=interleaved,channels=1,rate=\(SampledSound.sampleRate) \
          ! appsink name=sink max-buffers=4 sync=false
          """)
        ClipSource.supply(clip.bytes, to: pipeline)
        return pipeline
      }, onMessage: events.take)
    do throws(AudioError) {
      // The pipeline has its first samples once this returns, so the clip is known to have some.
      try await thread.enter(.playing)
    } catch {
      thread.close()
      throw error
    }
  }

  deinit { thread.close() }

  /// Returns the next samples, or nil at the end; fails if they cannot be decoded in time.
  func next() async throws(AudioError) -> [Int16]? {
    let bytes = try await thread.perform { [events] (control) throws(AudioError) -> [UInt8]? in
      guard let sink = control.pipeline.child(PipelineFailure.sink) else { return nil }
      let bytes = sink.nextSamples(within: Self.samplesTimeout)
      if bytes == nil {
        try control.listen()
        if case .failed(let error) = events.outcome { throw error }
        guard sink.isAtEnd else {
          throw .engine("decoding timed out after \(Self.samplesTimeout)")
        }
      }
      return bytes
    }
    return bytes.map { [Int16](littleEndian: $0) }
  }
}

import Threads

/// The samples of a clip, decoded as they are asked for.
final class ClipSamples: Sendable {
  /// How long the next samples of bytes in memory may take.
  private static let patienceMax = Duration.seconds(5)

  private let thread: PipelineThread
  /// What the pipeline has said against the rest while nobody asked for it.
  private let failure: Shared

  private final class Shared: Sendable {
    private let error = Lock<AudioError?>(nil)

    var value: AudioError? { error.withLock { $0 } }

    func take(_ message: BusMessage) {
      guard case .failed(let failure) = message else { return }
      error.withLock { $0 = $0 ?? failure }
    }
  }

  /// Fails where the bytes are no audio that can be decoded.
  init(of file: [UInt8], sampleRate: Int) async throws(AudioError) {
    let clip = try PlayableFile(file)
    let failure = Shared()
    self.failure = failure
    thread = try await PipelineThread.launch(
      "chatter-decode",
      building: { () throws(AudioError) in
        let pipeline = try PipelineHandle(
          """
          \(ClipSource.description) ! decodebin ! audioconvert ! audioresample \
          ! audio/x-raw,format=S16LE,layout=interleaved,channels=1,rate=\(sampleRate) \
          ! appsink name=sink max-buffers=4 sync=false
          """)
        ClipSource.supply(clip.bytes, to: pipeline)
        return pipeline
      }, onMessage: failure.take)
    do throws(AudioError) {
      // With the first samples ready, it is known that there are some.
      try await thread.perform { (control) throws(AudioError) in
        try control.enter(.playing)
      }
    } catch {
      thread.close()
      throw error
    }
  }

  deinit { thread.close() }

  /// The next samples; nil at the end.
  ///
  /// Fails where the rest cannot be decoded, or does not come in time.
  func next() async throws(AudioError) -> [Int16]? {
    let bytes = try await thread.perform { [failure] (control) throws(AudioError) -> [UInt8]? in
      guard let child = control.pipeline.child(PipelineFailure.sink) else { return nil }
      let sink = AppSinkHandle(child)
      let bytes = sink.next(within: Self.patienceMax)
      if bytes == nil {
        try control.listen()
        if let error = failure.value { throw error }
        guard sink.isAtEnd else {
          throw .engine("nothing was decoded within \(Self.patienceMax)")
        }
      }
      return bytes
    }
    guard let bytes else { return nil }
    return (0..<(bytes.count / 2)).map {
      Int16(truncatingIfNeeded: Int(bytes[2 * $0]) | Int(bytes[2 * $0 + 1]) << 8)
    }
  }
}

/// The samples of a clip, decoded as they are asked for.
final class ClipSamples: Sendable {
  /// How long the next samples of bytes in memory may take.
  private static let patienceMax = Duration.seconds(5)

  private let thread: PipelineThread

  /// Fails where the bytes are no audio that can be decoded.
  init(of file: [UInt8], sampleRate: Int) async throws(AudioError) {
    let clip = try PlayableFile(file)
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
      }, onMessage: { _ in })
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

  /// The next samples; nil at the end, and where the rest cannot be decoded.
  func next() async -> [Int16]? {
    let bytes = try? await thread.perform { (control) throws(AudioError) -> [UInt8]? in
      guard let sink = control.pipeline.child(PipelineFailure.sink) else { return nil }
      return AppSinkHandle(sink).next(within: Self.patienceMax)
    }
    guard let bytes = bytes ?? nil else { return nil }
    return (0..<(bytes.count / 2)).map {
      Int16(truncatingIfNeeded: Int(bytes[2 * $0]) | Int(bytes[2 * $0 + 1]) << 8)
    }
  }
}

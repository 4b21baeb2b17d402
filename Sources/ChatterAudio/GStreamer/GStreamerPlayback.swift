import Threads

/// A clip that GStreamer plays.
final class GStreamerPlayback: AudioPlayback {
  private struct Standing {
    var rate = 1.0
    /// Where it was, as the pipeline last said it, or was told to go.
    var time = Duration.zero
  }

  /// Between the clip and the sink: `scaletempo` keeps the pitch at another rate.
  private static let middle = """
    decodebin ! audioconvert ! scaletempo ! audioconvert ! audioresample ! volume name=volume
    """
  private static let eventsMax = 16

  let duration: Duration
  let events: AsyncStream<PlaybackEvent>
  private let thread: PipelineThread
  private let standing = Lock(Standing())
  private let continuation: AsyncStream<PlaybackEvent>.Continuation

  /// Makes a playback that stands at the start of the clip.
  init(
    _ file: [UInt8], to sink: AudioSink, tape: WAVFile?
  ) async throws(AudioError) {
    let clip = try PlayableFile(file)
    let (events, continuation) = AsyncStream.makeStream(
      of: PlaybackEvent.self, bufferingPolicy: .bufferingNewest(Self.eventsMax))
    (self.events, self.continuation) = (events, continuation)
    thread = try await PipelineThread.launch(
      "chatter-play",
      building: { () throws(AudioError) in
        let sink = try SinkBranch(sink, tape: tape)
        let pipeline = try PipelineHandle(
          "\(ClipSource.description) ! \(Self.middle) ! \(sink.description)")
        sink.configure(pipeline)
        ClipSource.supply(clip.bytes, to: pipeline)
        return pipeline
      },
      onMessage: { message in
        switch message {
        case .endOfStream: continuation.yield(.ended)
        // The pipeline only knows that its samples were not taken.
        case .failed(let error): continuation.yield(.failed(tape?.failure ?? error))
        case .level, .other: break
        }
      })
    do throws(AudioError) {
      // The server's reading of the boxes counts; GStreamer's where the clip is none of ours.
      duration = try await thread.perform { (control) throws(AudioError) in
        try control.enter(.paused)
        guard let duration = clip.duration ?? control.pipeline.element.duration, duration > .zero
        else {
          throw .undecodable("the clip does not say how long it is")
        }
        return duration
      }
    } catch {
      thread.close()
      await thread.whenAtRest()
      throw error
    }
  }

  deinit { close() }

  var currentTime: Duration {
    let asked = thread.pipeline.element.position
    return standing.withLock { standing in
      // While it goes to another place it does not say where it is.
      if let asked { standing.time = min(asked, duration) }
      return standing.time
    }
  }

  func play() async throws(AudioError) {
    try await thread.perform { (control) throws(AudioError) in
      try control.enter(.playing)
    }
  }

  func pause() async throws(AudioError) {
    try await thread.perform { (control) throws(AudioError) in
      try control.enter(.paused)
    }
  }

  func seek(to time: Duration) async throws(AudioError) {
    let time = min(max(time, .zero), duration)
    try await seek(to: time, rate: standing.withLock { $0.rate })
  }

  func setRate(_ rate: Double) async throws(AudioError) {
    let rate = rate.isFinite ? min(max(rate, 0.5), 3) : 1
    let isChanged = standing.withLock { standing in
      defer { standing.rate = rate }
      return standing.rate != rate
    }
    if isChanged { try await seek(to: currentTime, rate: rate) }
  }

  func setVolume(_ volume: Double) {
    guard volume.isFinite else { return }
    thread.pipeline.child("volume")?.set("volume", to: min(max(volume, 0), 1))
  }

  func close() {
    thread.close()
    continuation.finish()
  }

  func whenClosed() async { await thread.whenAtRest() }

  private func seek(to time: Duration, rate: Double) async throws(AudioError) {
    try await thread.perform { (control) throws(AudioError) in
      try control.seek(to: time, rate: rate)
    }
    standing.withLock { $0.time = time }
  }
}

import System

final class GStreamerPlayback: AudioPlayback {
  private struct State {
    var rate = 1.0
    /// The last position that the pipeline reported or that was set by a seek.
    var time = Duration.zero
  }

  /// The elements between clip and sink; `scaletempo` preserves the pitch at other rates.
  private static let middle = """
    decodebin ! audioconvert ! scaletempo ! audioconvert ! audioresample ! tee name=split \
    ! volume name=volume
    """
  private static let eventsMax = 16

  let duration: Duration
  let events: AsyncStream<PlaybackEvent>
  private let sound: SampledSound
  private let thread: PipelineThread
  private let state = Lock(State())
  private let continuation: AsyncStream<PlaybackEvent>.Continuation

  /// Creates a playback, paused at the start of the clip.
  init(
    _ file: [UInt8], to sink: AudioSink, tape: WAVFile?, _ session: AudioSession = AudioSession()
  ) async throws(AudioError) {
    let clip = try PlayableFile(file)
    let (events, continuation) = AsyncStream.makeStream(
      of: PlaybackEvent.self, bufferingPolicy: .bufferingNewest(Self.eventsMax))
    (self.events, self.continuation) = (events, continuation)
    let sound = SampledSound()
    self.sound = sound
    thread = try await PipelineThread.launch(
      "chatter-play",
      building: { () throws(AudioError) in
        let sink = try PipelineEnd(sink, tape: tape)
        let pipeline = try PipelineHandle(
          """
          \(ClipSource.description) ! \(Self.middle) ! \(sink.description) \
          \(SampleBranch.description)
          """)
        SampleBranch.deliver(pipeline, to: sound)
        sink.configure(pipeline, session)
        ClipSource.supply(clip.bytes, to: pipeline)
        return pipeline
      },
      onMessage: { message in
        switch message {
        case .endOfStream: continuation.yield(.ended)
        // If writing the WAV file failed, the pipeline's own error does not give the reason.
        case .failed(let error): continuation.yield(.failed(tape?.failure ?? error))
        case .level, .other: break
        }
      })
    do throws(AudioError) {
      // The duration that the server reads from the boxes; GStreamer's is for other formats.
      duration = try await thread.perform { (control) throws(AudioError) in
        try control.enter(.paused)
        guard let duration = clip.duration ?? control.pipeline.element.duration, duration > .zero
        else {
          throw .undecodable("the clip has no duration")
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
    // Not that of the pipeline: the branch of the samples is ahead of the device.
    let reported = thread.pipeline.child(PipelineFailure.sink)?.position
    return state.withLock { state in
      // The pipeline does not report its position during a seek.
      if let reported { state.time = min(reported, duration) }
      return state.time
    }
  }

  func play() async throws(AudioError) { try await thread.enter(.playing) }
  func pause() async throws(AudioError) { try await thread.enter(.paused) }

  func seek(to time: Duration) async throws(AudioError) {
    let time = min(max(time, .zero), duration)
    try await seek(to: time, rate: state.withLock { $0.rate })
  }

  func setRate(_ rate: Double) async throws(AudioError) {
    let rate = rate.isFinite ? min(max(rate, 0.5), 3) : 1
    let isChanged = state.withLock { state in
      defer { state.rate = rate }
      return state.rate != rate
    }
    if isChanged { try await seek(to: currentTime, rate: rate) }
  }

  func setVolume(_ volume: Double) {
    guard volume.isFinite else { return }
    thread.pipeline.child("volume")?.set("volume", to: min(max(volume, 0), 1))
  }

  var samples: AsyncStream<[Int16]> { sound.stream }

  func close() {
    thread.close()
    continuation.finish()
    sound.finish()
  }

  func whenClosed() async { await thread.whenAtRest() }

  private func seek(to time: Duration, rate: Double) async throws(AudioError) {
    try await thread.perform { (control) throws(AudioError) in
      try control.seek(to: time, rate: rate)
    }
    state.withLock { $0.time = time }
  }
}

import CGStreamer
import Glibc
import Threads

/// A clip that GStreamer records.
///
/// It is written in fragments, each of which is whole without what follows, and none of it waits in
/// this process: whatever ends it, what was said is in the file but for the last half second.
final class GStreamerRecording: AudioRecording {
  private static let fragmentMilliseconds = 500
  private static let levelNanoseconds = 100_000_000

  private let path: String
  private let thread: PipelineThread
  private let events: RecordingEvents
  private let time = Lock(Duration.zero)

  /// Begins to record.
  init(
    to path: String, from source: AudioSource, _ settings: RecordingSettings
  ) async throws(AudioError) {
    let events = RecordingEvents()
    (self.path, self.events) = (path, events)
    thread = try await PipelineThread.launch(
      "chatter-record",
      building: { () throws(AudioError) in try Self.pipeline(to: path, from: source, settings) },
      onMessage: events.take)
    do throws(AudioError) {
      try await thread.perform { (control) throws(AudioError) in
        try control.enter(GST_STATE_PLAYING)
      }
    } catch {
      close()
      throw error
    }
  }

  deinit { close() }

  private static func pipeline(
    to path: String, from source: AudioSource, _ settings: RecordingSettings
  ) throws(AudioError) -> PipelineHandle {
    let rates = RecordingSettings.sampleRates
    let rate = min(max(settings.sampleRate, rates.lowerBound), rates.upperBound)
    let encoder = try Encoder(sampleRate: rate)
    let source = try SourceBranch(source)
    // A wrong path is refused before the device is taken.
    _ = try OpenFile(path, O_WRONLY | O_CREAT)
    let pipeline = try PipelineHandle(
      """
      \(source.description) ! queue max-size-time=2000000000 max-size-bytes=0 max-size-buffers=0 \
      ! audioconvert ! audioresample ! audio/x-raw,channels=1,rate=\(rate) \
      ! level name=level interval=\(levelNanoseconds) ! \(encoder.description) ! aacparse \
      ! mp4mux fragment-duration=\(fragmentMilliseconds) streamable=true \
      ! filesink name=file buffer-mode=unbuffered async=false
      """)
    source.configure(pipeline)
    pipeline.child(PipelineFailure.file)?.set("location", to: path)
    return pipeline
  }

  var currentTime: Duration {
    let asked = thread.pipeline.child("level")?.position
    return time.withLock { time in
      if let asked { time = max(time, asked) }
      return time
    }
  }

  var levels: AsyncStream<Double> { events.levels }

  var hasSourceEnded: Bool { events.outcome == .ended }

  var failures: AsyncStream<AudioError> { events.failures }

  func stop() async throws(AudioError) -> Duration {
    _ = currentTime
    defer { close() }
    return try await thread.perform { [events, path] (control) throws(AudioError) in
      if case .underWay = events.outcome {
        control.pipeline.element.sendEndOfStream()
        try control.wait(for: .endOfStream)
      }
      _ = control.pipeline.element.enter(GST_STATE_NULL)
      if case .failed(let error) = events.outcome { throw error }
      return try ProgressiveFile.finish(path)
    }
  }

  func close() {
    thread.close()
    events.finish()
  }
}

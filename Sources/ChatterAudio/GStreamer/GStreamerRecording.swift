import Glibc
import System

/// The file is written in fragments, each complete without those that follow, and nothing is
/// buffered in this process. If the process ends at any time, only the last half second is lost.
final class GStreamerRecording: AudioRecording {
  private static let fragmentMilliseconds = 500
  private static let levelNanoseconds = 100_000_000

  private let path: String
  private let thread: PipelineThread
  private let events: PipelineEvents
  private let recorded: SampledSound
  private let time = Lock(Duration.zero)

  init(
    to path: String, from source: AudioSource, _ settings: RecordingSettings,
    _ session: AudioSession = AudioSession()
  ) async throws(AudioError) {
    let (events, recorded) = (PipelineEvents(), SampledSound())
    (self.path, self.events, self.recorded) = (path, events, recorded)
    thread = try await PipelineThread.launch(
      "chatter-record",
      building: { () throws(AudioError) in
        try Self.pipeline(to: path, from: source, settings, session, recorded)
      },
      onMessage: { message in
        if case .failed(let error) = message {
          events.take(.failed(error.naming(path)))
        } else {
          events.take(message)
        }
      })
    do throws(AudioError) {
      try await thread.enter(.playing)
    } catch {
      close()
      await thread.whenAtRest()
      throw error.naming(path)
    }
  }

  deinit { close() }

  /// Returns the first AAC encoder that is installed, in the syntax of `gst-launch-1.0`.
  static func encoder(sampleRate: Int) throws(AudioError) -> String {
    let elements = ["avenc_aac", "fdkaacenc", "voaacenc"]
    guard let element = elements.first(where: GStreamer.hasElement) else {
      throw ElementPackage.missing(elements[0])
    }
    // Bits per second; speech at 12 kHz gets 32,000.
    return "\(element) bitrate=\(min(max(sampleRate * 8 / 3, 24_000), 96_000))"
  }

  private static func pipeline(
    to path: String, from source: AudioSource, _ settings: RecordingSettings,
    _ session: AudioSession, _ recorded: SampledSound
  ) throws(AudioError) -> PipelineHandle {
    try settings.check()
    let encoder = try encoder(sampleRate: settings.sampleRate)
    let source = try PipelineEnd(source)
    // Rejects an invalid path, such as a pipe without a reader, before opening the device.
    _ = try OpenFile(path, O_WRONLY | O_CREAT | O_NONBLOCK | O_NOCTTY)
    let pipeline = try PipelineHandle(
      """
      \(source.description) ! queue max-size-time=2000000000 max-size-bytes=0 max-size-buffers=0 \
      ! audioconvert ! tee name=split ! audioresample \
      ! audio/x-raw,channels=1,rate=\(settings.sampleRate) \
      ! level name=level interval=\(levelNanoseconds) ! \(encoder) ! aacparse \
      ! mp4mux fragment-duration=\(fragmentMilliseconds) streamable=true \
      ! filesink name=file buffer-mode=unbuffered async=false \
      \(SampleBranch.description)
      """)
    source.configure(pipeline, session)
    SampleBranch.deliver(pipeline, to: recorded)
    pipeline.child(PipelineFailure.file)?.set("location", to: path)
    return pipeline
  }

  var currentTime: Duration {
    let position = thread.pipeline.child("level")?.position
    return time.withLock { time in
      if let position, let start = events.soundStart { time = max(time, position - start) }
      return time
    }
  }

  var levels: AsyncThrowingStream<Double, any Error> { events.levels }

  var samples: AsyncStream<[Int16]> { recorded.stream }

  var hasSourceEnded: Bool { events.outcome == .ended }

  func stop() async throws(AudioError) -> Duration {
    _ = currentTime
    defer { close() }
    do throws(AudioError) {
      try await thread.perform { [events, recorded] (control) throws(AudioError) in
        defer {
          control.pipeline.element.enter(.atRest)
          recorded.finish()
        }
        if case .underWay = events.outcome {
          control.pipeline.element.sendEndOfStream()
          try control.wait(for: .endOfStream)
        }
        if case .failed(let error) = events.outcome { throw error }
      }
      // No timeout: the longer the recording, the longer this takes.
      return try await SystemThread.run("chatter-finish") { [path] () throws(AudioError) in
        try ProgressiveFile.finish(path)
      }
    } catch {
      throw error.naming(path)
    }
  }

  func close() {
    thread.close()
    events.finish()
    recorded.finish()
  }

  func whenClosed() async { await thread.whenAtRest() }
}

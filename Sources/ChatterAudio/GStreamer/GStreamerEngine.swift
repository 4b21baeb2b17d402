import Threads

/// The engine on GStreamer, AVFoundation's counterpart on Linux.
///
/// Each playback and each recording is a pipeline with a thread of its own that controls it, so
/// that no caller waits for a device.
public final class GStreamerEngine: AudioEngine {
  /// The samples that recognition of speech wants, in Hz.
  public static let speechSampleRate = 16_000

  /// Where recordings come from.
  public let source: AudioSource
  /// Where playbacks go.
  public let sink: AudioSink
  /// One for all playbacks: the file gets what a person would hear.
  private let tape = Lock<WAVFile?>(nil)

  /// Opens nothing yet: what is not there is told when it is asked for.
  public init(source: AudioSource = .default, sink: AudioSink = .default) {
    (self.source, self.sink) = (source, sink)
  }

  public func recordPermission() async -> RecordPermission {
    do throws(AudioError) {
      try await GStreamer.start()
      try await SystemThread.run("chatter-probe", within: PipelineThread.patienceMax) {
        [source] () throws(AudioError) in
        try SourceBranch(source).probe()
      }
      return .granted
    } catch {
      switch error {
      case .noSource: return .noSource
      case .denied(let reason): return .denied(reason)
      default: return .failed(error)
      }
    }
  }

  public func playback(of file: [UInt8]) async throws(AudioError) -> any AudioPlayback {
    try await GStreamerPlayback(file, to: sink, tape: currentTape())
  }

  public func recording(
    to path: String, _ settings: RecordingSettings
  ) async throws(AudioError) -> any AudioRecording {
    try await GStreamerRecording(to: path, from: source, settings)
  }

  /// Makes progressive what a recording left behind whose process was ended: all but what was cut
  /// off, in place.
  ///
  /// - Returns: how long the clip is.
  @discardableResult
  public func recoverRecording(at path: String) async throws(AudioError) -> Duration {
    try await SystemThread.run("chatter-recover") { () throws(AudioError) in
      try ProgressiveFile.finish(path)
    }
  }

  /// What is in a clip, decoded as it is asked for: 16-bit mono at 16 kHz, as a `Transcriber`
  /// takes it.
  ///
  /// Fails with `undecodable` where the bytes are no audio, and later where the rest is none.
  public func samples(of file: [UInt8]) async throws(AudioError) -> AsyncThrowingStream<
    [Int16], any Error
  > {
    let samples = try await ClipSamples(of: file, sampleRate: Self.speechSampleRate)
    return AsyncThrowingStream { try await samples.next() }
  }

  private func currentTape() throws(AudioError) -> WAVFile? {
    guard case .file(let path, _) = sink else { return nil }
    return try tape.withLock { (tape) throws(AudioError) in
      if let tape { return tape }
      let begun = try WAVFile(path)
      tape = begun
      return begun
    }
  }
}

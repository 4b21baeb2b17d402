public import Observation

/// Records clips into files: AAC, mono, in `.m4a`.
///
/// ```swift
/// let recorder = AudioRecorder(engine: GStreamerEngine())
/// try await recorder.start(to: "memo.m4a")
/// for await level in recorder.levels { meter.show(level) }     // until it is stopped elsewhere
/// ```
@MainActor @Observable
public final class AudioRecorder {
  /// Whether a recording is in progress.
  public var isRecording: Bool { phase == .recording || phase == .stopping }

  /// The latest sound level, 0...1; 0 while nothing is recorded.
  public private(set) var level = 0.0

  /// The last levels of the recording in progress, oldest first, ten a second, at most
  /// ``levelHistoryMax``; empty while nothing is recorded.
  public private(set) var levelHistory: [Double] = []

  /// The maximum number of levels in the history: 30 seconds.
  public static let levelHistoryMax = 300

  /// The settings of the next recording.
  @ObservationIgnored public var settings: RecordingSettings

  /// Called immediately on failure, before readers of `events` receive it.
  @ObservationIgnored var onFailure: ((AudioError) -> Void)?

  private enum Phase {
    case idle, starting, recording, stopping
  }

  private let engine: any AudioEngine
  private var phase = Phase.idle
  @ObservationIgnored private var recording: (any AudioRecording)?
  /// The previous recording, until its device is released.
  @ObservationIgnored private var closing: (any AudioRecording)?
  /// Incremented for each recording, so that events of earlier ones are ignored.
  @ObservationIgnored private var generation = 0
  @ObservationIgnored private let levelBroadcast = Broadcast<Double>()
  @ObservationIgnored private let eventBroadcast = Broadcast<RecorderEvent>()
  /// The readers of the sound of the current recording or, if there is none, of the next.
  @ObservationIgnored private(set) var sampleBroadcast = makeSampleBroadcast()

  /// Creates a recorder on an engine; the default sample rate is 12 kHz.
  public init(engine: any AudioEngine, settings: RecordingSettings = RecordingSettings()) {
    self.engine = engine
    self.settings = settings
  }

  /// Fails with `noSource`, `denied` or what else is wrong unless an audio source may be used.
  public func checkPermission() async throws(AudioError) { try await engine.checkPermission() }

  /// The duration recorded so far, as reported by the engine; zero while nothing is recorded.
  public var currentTime: Duration {
    access(keyPath: \.currentTime)
    return recording?.currentTime ?? .zero
  }

  /// Whether the source has ended, as a file does; the recording continues until it is stopped.
  public var hasSourceEnded: Bool { recording?.hasSourceEnded ?? false }

  /// The recorded duration as clock text (`00:07`).
  public var currentTimeString: String { currentTime.clockText }

  /// The sound levels, 0...1, ten times a second, of the current recording or, if there is none, of
  /// the next; ends with the recording.
  public var levels: AsyncStream<Double> { levelBroadcast.stream() }

  /// The outcomes of recordings, from now on.
  public var events: AsyncStream<RecorderEvent> { eventBroadcast.stream() }

  /// Starts a recording into a file, new or overwritten.
  ///
  /// Fails with `unsupported` for a sample rate that AAC does not have and while another recording
  /// is in progress, otherwise with the error of the engine.
  public func start(to path: String) async throws(AudioError) {
    guard phase == .idle else {
      throw .unsupported("a recording is already in progress: stop it first")
    }
    try settings.check()
    phase = .starting
    generation += 1
    let mine = generation
    do {
      await whenClosed()
      try await checkPermission()
      let begun = try await engine.recording(to: path, settings)
      guard mine == generation else {
        closing = begun
        return begun.close()
      }
      begin(begun)
    } catch {
      guard mine == generation else { return }
      end(.failed(error))
      throw error
    }
  }

  /// Stops the recording and returns the duration of the clip; the file is complete then.
  @discardableResult
  public func stop() async throws(AudioError) -> Duration {
    guard phase == .recording, let recording else {
      throw .unsupported("nothing is being recorded: start a recording first")
    }
    phase = .stopping
    let mine = generation
    do {
      let duration = try await recording.stop()
      if mine == generation { end(.finished(duration)) }
      return duration
    } catch {
      if mine == generation {
        recording.close()
        end(.failed(error))
      }
      throw error
    }
  }

  /// Ends the recording without completing its file, which contains what was written so far.
  func discard() {
    guard phase != .idle else { return }
    recording?.close()
    end(nil)
  }

  /// Returns when nothing writes to the file of the last recording and its device is released.
  func whenClosed() async {
    guard let closed = closing else { return }
    await closed.whenClosed()
    if closing === closed { closing = nil }
  }

  private func begin(_ begun: any AudioRecording) {
    recording = begun
    phase = .recording
    sendSamples(of: begun)
    let mine = generation
    Task { [weak self] in
      do {
        for try await level in begun.levels { self?.take(level, of: mine) }
      } catch {
        self?.take(error as? AudioError ?? .engine("\(error)"), of: mine)
      }
    }
  }

  private func take(_ level: Double, of generation: Int) {
    guard generation == self.generation, isRecording else { return }
    self.level = level > 0 ? min(level, 1) : 0
    if levelHistory.count == Self.levelHistoryMax { levelHistory.removeFirst() }
    levelHistory.append(self.level)
    withMutation(keyPath: \.currentTime) {}
    levelBroadcast.send(self.level)
  }

  private func take(_ error: AudioError, of generation: Int) {
    guard generation == self.generation, phase == .recording else { return }
    recording?.close()
    end(.failed(error))
    onFailure?(error)
  }

  private func end(_ event: RecorderEvent?) {
    generation += 1
    phase = .idle
    closing = recording ?? closing
    withMutation(keyPath: \.currentTime) { recording = nil }
    (level, levelHistory) = (0, [])
    levelBroadcast.finish()
    // The former one ends once its last chunk is sent, or now if nothing was recorded.
    sampleBroadcast = Self.makeSampleBroadcast()
    if let event { eventBroadcast.send(event) }
  }

  isolated deinit { recording?.close() }

  /// Maximum number of chunks buffered per reader of ``samples``, the newest: 30 s.
  public nonisolated static var sampleChunksBufferedMax: Int { SampledSound.chunksBufferedMax }

  /// The sound of the current recording from now on or, if there is none, of the next from its
  /// start: 16-bit mono at 16 kHz, in chunks of a tenth of a second.
  ///
  /// The stream ends with the recording, also if the recording fails: `events` has the error. A
  /// slow reader does not delay the recording. It loses the oldest sound beyond
  /// ``sampleChunksBufferedMax`` chunks.
  public var samples: AsyncStream<[Int16]> { sampleBroadcast.stream() }

  /// Sends the sound of a recording to the readers, and ends their streams after its last chunk.
  func sendSamples(of recording: any AudioRecording) {
    // The next recording has its own broadcast: its readers receive nothing of this one.
    let broadcast = sampleBroadcast
    Task {
      for await chunk in recording.samples { broadcast.send(chunk) }
      broadcast.finish()
    }
  }

  static func makeSampleBroadcast() -> Broadcast<[Int16]> {
    Broadcast(bufferedMax: sampleChunksBufferedMax)
  }
}

/// The outcome of a recording.
public enum RecorderEvent: Equatable, Sendable {
  /// The file is complete; the value is the duration of the clip.
  case finished(Duration)
  /// The recording failed; the file contains what was recorded until then.
  case failed(AudioError)
}

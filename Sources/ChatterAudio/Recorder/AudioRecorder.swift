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
  /// Whether sound is being recorded.
  public private(set) var isRecording = false

  /// How loud it was last, 0...1; 0 while nothing is recorded.
  public private(set) var level = 0.0

  /// How the next clip is recorded.
  @ObservationIgnored public var settings: RecordingSettings

  /// Told at once of a failure, before those who read `events`.
  @ObservationIgnored var onFailure: ((AudioError) -> Void)?

  private enum Phase {
    case idle, starting, recording, stopping
  }

  private let engine: any AudioEngine
  @ObservationIgnored private var phase = Phase.idle
  @ObservationIgnored private var recording: (any AudioRecording)?
  /// The one before, until its device has been given back.
  @ObservationIgnored private var closing: (any AudioRecording)?
  /// Counts recordings: what a former one still tells is not of this one.
  @ObservationIgnored private var generation = 0
  @ObservationIgnored private let levelBroadcast = Broadcast<Double>()
  @ObservationIgnored private let eventBroadcast = Broadcast<RecorderEvent>()

  /// A recorder on an engine; at 12 kHz unless the settings say otherwise.
  public init(engine: any AudioEngine, settings: RecordingSettings = RecordingSettings()) {
    self.engine = engine
    self.settings = settings
  }

  /// What recordings of a player have left whose programs ended before they were stopped, or their
  /// clips sent: for `AudioPlayer.setupRecorder(recovering:)`.
  public nonisolated static var leftovers: [String] { TemporaryRecording.leftovers }

  /// Whether there is a source of sound, and it may be used.
  public func permission() async -> RecordPermission {
    await engine.recordPermission()
  }

  /// How much of the clip has been recorded, as the engine says it; zero while nothing is.
  public var currentTime: Duration {
    access(keyPath: \.currentTime)
    return recording?.currentTime ?? .zero
  }

  /// Whether the recording's source has come to an end, as that of a file does; the recording goes on
  /// until it is stopped.
  public var hasSourceEnded: Bool { recording?.hasSourceEnded ?? false }

  /// The same as a clock shows it (`00:07`).
  public var currentTimeString: String { currentTime.clockText }

  /// How loud it is, 0...1, ten a second, of this recording or, between two, of the next; ends with it.
  public var levels: AsyncStream<Double> { levelBroadcast.stream() }

  /// How recordings end, from now on.
  public var events: AsyncStream<RecorderEvent> { eventBroadcast.stream() }

  /// Begins to record into a file, new or overwritten.
  ///
  /// Fails with `unsupported` for a sample rate that AAC does not have and while another recording
  /// is under way, and with what the engine says: no source, no permission, no such directory.
  public func start(to path: String) async throws(AudioError) {
    guard phase == .idle else {
      throw .unsupported("a recording is under way: stop it before the next")
    }
    try settings.check()
    phase = .starting
    generation += 1
    let mine = generation
    do {
      await whenClosed()
      try await requirePermission()
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

  /// Ends the recording; the file is complete when this returns.
  ///
  /// - Returns: how long the clip is.
  @discardableResult
  public func stop() async throws(AudioError) -> Duration {
    guard phase == .recording, let recording else {
      throw .unsupported("nothing is being recorded")
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

  /// Ends the recording without waiting for its file, which holds what was written until now.
  func discard() {
    guard phase != .idle else { return }
    recording?.close()
    end(nil)
  }

  /// Returns when nothing is written any more into the file of the last recording, and its device
  /// is free.
  func whenClosed() async {
    guard let closed = closing else { return }
    await closed.whenClosed()
    if closing === closed { closing = nil }
  }

  private func requirePermission() async throws(AudioError) {
    switch await engine.recordPermission() {
    case .granted: return
    case .noSource: throw .noSource
    case .denied(let reason): throw .denied(reason)
    case .failed(let error): throw error
    }
  }

  private func begin(_ begun: any AudioRecording) {
    recording = begun
    phase = .recording
    isRecording = true
    let mine = generation
    Task { [weak self] in
      for await level in begun.levels { self?.take(level, of: mine) }
    }
    Task { [weak self] in
      for await error in begun.failures { self?.take(error, of: mine) }
    }
  }

  private func take(_ level: Double, of generation: Int) {
    guard generation == self.generation, isRecording else { return }
    self.level = level > 0 ? min(level, 1) : 0
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
    isRecording = false
    level = 0
    levelBroadcast.finish()
    if let event { eventBroadcast.send(event) }
  }

  isolated deinit { recording?.close() }
}

private import Chatter
public import Observation

/// Records and plays clips: the player of the audio lab.
///
/// Taps are user actions. Each tap changes `playerState` immediately, or does nothing if it is not
/// valid in the current state. The resulting operations of the engine run one at a time, in the
/// order of the taps. A screen shows `playerUIState` and calls the taps; to wait until the engine
/// has completed all of them, call `settled()`.
///
/// When a recording fails, the player recovers the complete part of the file, which can then be
/// played, recorded over, and sent, as after a tap on stop.
@MainActor @Observable
public final class AudioPlayer {
  /// The interval at which observers of `currentTime` are notified during playback; the time itself
  /// is read from the engine.
  public static let tickInterval = Duration.milliseconds(100)

  /// Maximum number of operations pending in the engine; further taps do nothing.
  static let operationsMax = 32

  /// The file of the current clip, recorded or set up; nil if there is none.
  public internal(set) var audio: [UInt8]?

  /// Why the last clip could not be recorded or played; reset by the next tap that starts either.
  public internal(set) var lastError: AudioError?

  /// Whether a recording has ended but is not in `audio` yet, because its file is being completed.
  public internal(set) var isFinishingRecording = false

  /// The duration of the clip as reported by the engine; zero until then.
  public private(set) var duration = Duration.zero

  /// The current state in the lab's state machine.
  public internal(set) var playerState = PlayerState.start(.standby) {
    didSet { playerUIState.propagate(playerState) }
  }

  /// The state of the buttons, updated with `playerState`.
  @ObservationIgnored public let playerUIState = PlayerUIState()

  /// The recorder of the player; it provides the level and the time of a recording.
  @ObservationIgnored public let recorder: AudioRecorder

  /// Whether the clip starts again at its end.
  public var repeats = false

  /// The distance of rewind and fast-forward.
  @ObservationIgnored public var skipInterval = SkipInterval.ten

  /// The speech recognition for `resultText`; none by default.
  @ObservationIgnored public var transcriber: (any Transcriber)?

  @ObservationIgnored let engine: any AudioEngine
  @ObservationIgnored private let clock: any Clock<Duration>
  @ObservationIgnored private(set) var playback: (any AudioPlayback)?
  /// The previous playback, until its device is released.
  @ObservationIgnored private var closing: (any AudioPlayback)?
  @ObservationIgnored var recordingFile: TemporaryRecording?

  var chosenVolume = 1.0
  var chosenRate = 1.0

  /// Incremented for each clip that is set up or recorded.
  @ObservationIgnored private(set) var setupCount = 0
  /// Whether the clip is a recording that `doneTapped` has not released yet.
  @ObservationIgnored var holdsRecording = false

  /// Incremented for each new clip and each failure; operations requested before that are dropped.
  @ObservationIgnored private(set) var generation = 0
  @ObservationIgnored private var operation: Task<Void, Never>?
  @ObservationIgnored private var operationsCount = 0
  @ObservationIgnored private var ticks: Task<Void, Never>?

  var playedLevel = 0.0
  @ObservationIgnored let levelBroadcast = Broadcast<Double>()
  @ObservationIgnored let sampleBroadcast = AudioRecorder.makeSampleBroadcast()

  /// Called when playback reaches the end of the clip, after the transition.
  @ObservationIgnored package var onEnd: (() -> Void)?
  /// Called for each failure, with whether a clip was playing, after the transition.
  @ObservationIgnored var onFailure: ((AudioError, _ wasPlaying: Bool) -> Void)?
  @ObservationIgnored var onSeek: ((Duration) -> Void)?

  /// Creates a player, by default with the microphone and the loudspeaker of this machine. The
  /// clock paces the updates of the time during playback.
  public init(
    engine: any AudioEngine = GStreamerEngine(), clock: any Clock<Duration> = ContinuousClock(),
    settings: RecordingSettings = RecordingSettings()
  ) {
    self.engine = engine
    self.clock = clock
    recorder = AudioRecorder(engine: engine, settings: settings)
    recorder.onFailure = { [weak self] error in
      // Ignores recordings that other code started with the recorder.
      guard let self, let file = self.recordingFile else { return }
      self.fail(error)
      self.loadRecovered(file, after: error)
    }
  }

  /// Prepares for recording: no clip, and the buttons in their initial state.
  public func setupRecorder() {
    startOver(with: nil)
    playerState = .start(.record)
  }

  /// Prepares to play the base64 clip of a chatt; if it is not one, `lastError` gives the reason.
  public func setupPlayer(_ base64: String) {
    do throws(Base64Error) {
      setupPlayer(clip: try Base64.decode(Array(base64.utf8)[...]))
    } catch {
      startOver(with: nil)
      startPlay()
      fail(.notBase64(error.description))
    }
  }

  /// Prepares to play a clip's file.
  public func setupPlayer(clip: [UInt8]) {
    startOver(with: clip)
    startPlay()
    perform { player async throws(AudioError) in try await player.prepare() }
  }

  private func startPlay() {
    // `start(play)` leaves the done button as it is, and it is disabled during a recording.
    if playerState == .recording { playerState = .start(.standby) }
    playerState = .start(.play)
  }

  /// Returns when the engine has completed all operations of the taps so far.
  public func settled() async {
    while operationsCount > 0, let operation { await operation.value }
  }

  /// Whether a new clip interrupts and replaces nothing.
  var isFree: Bool {
    guard case .start = playerState else { return false }
    return !isFinishingRecording && !(holdsRecording && audio != nil)
  }

  var pendingIsBelowMax: Bool { operationsCount < Self.operationsMax }

  /// Applies an event to the state machine; returns false if the event is not valid in the current
  /// state, or if too many operations are pending and `evenIfLate` is false.
  func take(_ event: TransEvent, evenIfLate: Bool = false) -> Bool {
    guard pendingIsBelowMax || evenIfLate else { return false }
    var next = playerState
    guard next.transition(event) == .taken else { return false }
    playerState = next
    return true
  }

  /// Runs an operation after all earlier ones, unless the generation has changed by then.
  func perform(_ work: @escaping @MainActor (AudioPlayer) async throws(AudioError) -> Void) {
    let (former, mine) = (operation, generation)
    operationsCount += 1
    operation = Task {
      await former?.value
      defer { operationsCount -= 1 }
      guard mine == generation else { return }
      do throws(AudioError) {
        try await work(self)
      } catch {
        if mine == generation { fail(error) }
      }
    }
  }

  func fail(_ error: AudioError) {
    let wasPlaying = isPlaying
    lastError = error
    generation += 1
    release()
    var next = playerState
    next.transition(.failed)
    // The recording ended before its start was known to fail, so there is no clip.
    if isFinishingRecording, audio == nil { next = .start(.record) }
    isFinishingRecording = false
    if next != playerState { playerState = next }
    onFailure?(error, wasPlaying)
  }

  func startOver(with clip: [UInt8]?) {
    generation += 1
    setupCount += 1
    holdsRecording = false
    isFinishingRecording = false
    release()
    lastError = nil
    audio = clip
    duration = .zero
  }

  func release() {
    stopTicking()
    recorder.discard()
    recordingFile = nil
    closePlayback()
  }

  isolated deinit {
    ticks?.cancel()
    playback?.close()
  }
}

extension AudioPlayer {
  /// Creates the playback of the clip, unless there is one.
  func prepare() async throws(AudioError) {
    guard playback == nil, let audio else { return }
    let mine = generation
    await whenClosed()
    guard mine == generation else { return }
    let made = try await engine.playback(of: audio)
    guard mine == generation else { return close(made) }
    made.setVolume(chosenVolume)
    if chosenRate != 1 {
      do throws(AudioError) {
        try await made.setRate(chosenRate)
      } catch {
        close(made)
        throw error
      }
      guard mine == generation else { return close(made) }
    }
    withMutation(keyPath: \.currentTime) { playback = made }
    duration = made.duration
    tap(made)
    Task { [weak self] in
      for await event in made.events {
        guard let self, self.playback === made else { return }
        switch event {
        case .ended: self.reachEnd()
        case .failed(let error): self.fail(error)
        }
      }
    }
  }

  func closePlayback() {
    stopTicking()
    guard let closed = playback else { return }
    withMutation(keyPath: \.currentTime) { playback = nil }
    playedLevel = 0
    close(closed)
  }

  private func close(_ playback: any AudioPlayback) {
    playback.close()
    closing = playback
  }

  /// Returns when the device of the last clip is released: some devices allow one client at a time.
  func whenClosed() async {
    guard let closed = closing else { return }
    await closed.whenClosed()
    if closing === closed { closing = nil }
  }

  func startTicking() {
    stopTicking()
    ticks = Task { [weak self, clock] in
      while !Task.isCancelled {
        try? await clock.sleep(for: Self.tickInterval)
        guard let self, !Task.isCancelled else { return }
        self.notifyPositionChange()
      }
    }
  }

  func stopTicking() {
    ticks?.cancel()
    ticks = nil
  }

  func notifyPositionChange() {
    withMutation(keyPath: \.currentTime) {}
  }
}

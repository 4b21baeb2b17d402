private import Chatter
public import Observation

/// Records a clip and plays it, or plays one of someone else: the player of the audio lab.
///
/// Taps are what a person does: each moves `playerState` at once, or means nothing there and does
/// nothing; what follows is asked of the engine in the order of the taps, one after the other.
/// A screen shows `playerUIState` and calls the taps; whoever must know that the engine has done all
/// that was tapped awaits `settled()`.
@MainActor @Observable
public final class AudioPlayer {
  /// How often those who watch `currentTime` are told while a clip plays; the time itself is asked
  /// of the engine.
  public static let tickInterval = Duration.milliseconds(100)

  /// How many taps wait for an engine that does not answer; further ones do nothing.
  static let operationsMax = 32

  /// The clip's file, as it was recorded or set up; nil where there is none.
  public internal(set) var audio: [UInt8]?

  /// Why the last clip was not recorded or played; nil again with the next tap that begins either.
  public internal(set) var lastError: AudioError?

  /// Whether a recording has been ended that `audio` does not hold yet: its file is being completed.
  public internal(set) var isFinishingRecording = false

  /// How long the clip is, as the engine says it; zero until it has.
  public private(set) var duration = Duration.zero

  /// Where the player is in the machine of the lab.
  public private(set) var playerState = PlayerState.start(.standby) {
    didSet { playerUIState.propagate(playerState) }
  }

  /// What a screen shows of it, in step with `playerState`.
  @ObservationIgnored public let playerUIState = PlayerUIState()

  /// What records for it; a screen takes the levels and the time of a recording from here.
  @ObservationIgnored public let recorder: AudioRecorder

  /// How far rewind and fast-forward go.
  @ObservationIgnored public var skipInterval = SkipInterval.ten

  /// What finds out what is said in a clip; none by default.
  @ObservationIgnored public var transcriber: (any Transcriber)?

  @ObservationIgnored let engine: any AudioEngine
  @ObservationIgnored private let clock: any Clock<Duration>
  @ObservationIgnored private(set) var playback: (any AudioPlayback)?
  /// The one before, until its device has been given back.
  @ObservationIgnored private var closing: (any AudioPlayback)?
  @ObservationIgnored var recordingFile: TemporaryRecording?

  var chosenVolume = 1.0
  var chosenRate = 1.0
  var chosenRepeats = false

  /// Counts the clips that it was set up for, and those recorded.
  @ObservationIgnored private(set) var setupCount = 0
  /// Whether the clip has been recorded here, and nobody has said that they are done with it.
  @ObservationIgnored var holdsRecording = false

  /// Counts clips, and failures: what was asked for before one is not done after it.
  @ObservationIgnored private(set) var generation = 0
  @ObservationIgnored private var operation: Task<Void, Never>?
  @ObservationIgnored private var operationsCount = 0
  @ObservationIgnored private var ticks: Task<Void, Never>?

  /// Told when a clip has been heard to its end, after the transition.
  @ObservationIgnored var onEnd: (() -> Void)?
  /// Told of a failure, and whether a clip played until then, after the transition.
  @ObservationIgnored var onFailure: ((AudioError, _ wasPlaying: Bool) -> Void)?
  /// Told where a clip has been moved to, other than by playing on.
  @ObservationIgnored var onSeek: ((Duration) -> Void)?

  /// A player on an engine; the clock says when to ask for the time while a clip plays.
  public init(
    engine: any AudioEngine, clock: any Clock<Duration> = ContinuousClock(),
    settings: RecordingSettings = RecordingSettings()
  ) {
    self.engine = engine
    self.clock = clock
    recorder = AudioRecorder(engine: engine, settings: settings)
    recorder.onFailure = { [weak self] error in
      // Not of a recording that someone else has begun with the recorder.
      if let self, self.recordingFile != nil { self.fail(error) }
    }
  }

  /// Makes ready to record: no clip, and the screen as it was in the beginning.
  public func setupRecorder() {
    startOver(with: nil)
    playerState = .start(.record)
  }

  /// Makes ready to play a clip as it stands in a chatt; where it is no clip, `lastError` says why.
  public func setupPlayer(_ base64: String) {
    do throws(Base64Error) {
      setupPlayer(clip: try Base64.decode(Array(base64.utf8)[...]))
    } catch {
      startOver(with: nil)
      playerState = .start(.play)
      fail(.notBase64(error.description))
    }
  }

  /// Makes ready to play a clip's file.
  public func setupPlayer(clip: [UInt8]) {
    startOver(with: clip)
    playerState = .start(.play)
    perform { player async throws(AudioError) in try await player.prepare() }
  }

  /// Returns when the engine has done all that was tapped until now.
  public func settled() async {
    while operationsCount > 0, let operation { await operation.value }
  }

  /// Whether it is at nothing that a clip of someone else would put an end to.
  var isFree: Bool {
    guard case .start = playerState else { return false }
    return !isFinishingRecording && !(holdsRecording && audio != nil)
  }

  /// Whether the engine keeps up with what is asked of it.
  var pendingIsBelowMax: Bool { operationsCount < Self.operationsMax }

  /// Moves the state, if the event means something in it and the engine keeps up.
  func take(_ event: TransEvent, evenIfLate: Bool = false) -> Bool {
    guard pendingIsBelowMax || evenIfLate else { return false }
    var next = playerState
    guard next.transition(event) == .taken else { return false }
    playerState = next
    return true
  }

  /// Does something with the engine after all that was asked of it before; dropped where there is
  /// another clip by then.
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

  /// Keeps an error, gives the devices back, and moves the state.
  func fail(_ error: AudioError) {
    let wasPlaying = isPlaying
    lastError = error
    generation += 1
    release()
    var next = playerState
    next.transition(.failed)
    // A recording that was ended before it was known that it cannot be made has left no clip.
    if isFinishingRecording, audio == nil { next = .start(.record) }
    isFinishingRecording = false
    if next != playerState { playerState = next }
    onFailure?(error, wasPlaying)
  }

  /// Forgets the clip, and all that was asked for it, for another one.
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

  /// Gives the devices back.
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
  /// Makes the clip ready at its start, unless it is.
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
    close(closed)
  }

  private func close(_ playback: any AudioPlayback) {
    playback.close()
    closing = playback
  }

  /// Returns when the device of the last clip is free: some let in one at a time.
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
        self.tellPosition()
      }
    }
  }

  func stopTicking() {
    ticks?.cancel()
    ticks = nil
  }

  /// Tells those who watch `currentTime` to ask again.
  func tellPosition() {
    withMutation(keyPath: \.currentTime) {}
  }
}

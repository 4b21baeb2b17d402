import System

@testable import ChatterAudio

/// A playback of a silent engine: a position that follows the clock.
final class SilentPlayback: AudioPlayback {
  private struct State {
    var isPlaying = false
    var isClosed = false
    var rate = 1.0
    var volume = 1.0
    /// The position at the time `since`. If the clip is playing, it has advanced since then.
    var position = Duration.zero
    var since = TestClock.Instant()
    /// The alarm for the end of the clip.
    var alarm: Int?
  }

  /// Maximum number of events buffered for the reader.
  private static let eventsBufferedMax = 16

  let duration: Duration
  let events: AsyncStream<PlaybackEvent>

  private let engine: SilentEngine
  private let continuation: AsyncStream<PlaybackEvent>.Continuation
  private let state = Lock(State())

  init(_ engine: SilentEngine, duration: Duration) {
    self.engine = engine
    self.duration = duration
    (events, continuation) = AsyncStream.makeStream(
      bufferingPolicy: .bufferingOldest(Self.eventsBufferedMax))
  }

  var currentTime: Duration {
    state.withLock { position(in: $0) }
  }

  /// The volume that was set.
  var volume: Double { state.withLock { $0.volume } }

  /// Whether the device was released.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  func play() async throws(AudioError) {
    try step(.playing) { state in state.isPlaying = true }
  }

  func pause() async throws(AudioError) {
    try step(.pausing) { state in state.isPlaying = false }
  }

  func seek(to time: Duration) async throws(AudioError) {
    let target = min(max(time, .zero), duration)
    try step(.seeking) { state in state.position = target }
  }

  func setRate(_ rate: Double) async throws(AudioError) {
    try step(.changingRate) { state in state.rate = min(max(rate, 0.5), 3) }
  }

  func setVolume(_ volume: Double) {
    state.withLock { $0.volume = volume }
  }

  func close() {
    stop { $0.isClosed = true }
    continuation.finish()
  }

  func whenClosed() async {}

  func breakOff(_ error: AudioError) {
    stop { $0.isPlaying = false }
    continuation.yield(.failed(error))
  }

  /// Performs a step at the current position and sets the alarm for the end again.
  private func step(
    _ step: SilentEngine.Step, _ change: @Sendable (inout State) -> Void
  ) throws(AudioError) {
    guard !isClosed else { throw .engine("the clip is closed") }
    try engine.failIfRequested(step)
    stop(change)
    let (remaining, isPlaying) = state.withLock { state in
      ((duration - state.position) / state.rate, state.isPlaying)
    }
    guard isPlaying else { return }
    // Fires immediately if the position is already at the end.
    let alarm = engine.clock.at(engine.clock.now.advanced(by: remaining)) { [weak self] in
      self?.reachEnd()
    }
    state.withLock { $0.alarm = $0.isPlaying ? alarm : nil }
  }

  /// Fixes the current position, cancels the alarm and applies a change.
  private func stop(_ change: @Sendable (inout State) -> Void) {
    let alarm = state.withLock { state in
      state.position = position(in: state)
      state.since = engine.clock.now
      let alarm = state.alarm
      state.alarm = nil
      change(&state)
      return alarm
    }
    if let alarm { engine.clock.cancel(alarm) }
  }

  private func reachEnd() {
    let hasEnded = state.withLock { state in
      guard state.isPlaying, !state.isClosed else { return false }
      state.isPlaying = false
      state.position = duration
      state.alarm = nil
      return true
    }
    if hasEnded { continuation.yield(.ended) }
  }

  private func position(in state: State) -> Duration {
    guard state.isPlaying else { return state.position }
    let elapsed = state.since.duration(to: engine.clock.now) * state.rate
    return min(state.position + elapsed, duration)
  }
}

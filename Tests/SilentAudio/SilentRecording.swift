import System

@testable import ChatterAudio

/// A recording of a silent engine: silence, as long as the time passed on the clock.
final class SilentRecording: AudioRecording {
  private struct State {
    var isOpen = true
    var alarm: Int?
  }

  /// The interval between levels.
  private static let levelInterval = Duration.milliseconds(100)

  /// Maximum number of levels buffered for the reader: one minute.
  private static let levelsBufferedMax = 600

  let levels: AsyncThrowingStream<Double, any Error>

  var samples: AsyncStream<[Int16]> { recorded.stream }

  private let engine: SilentEngine
  private let path: String
  private let settings: RecordingSettings
  private let level: @Sendable (Duration) -> Double
  private let start: TestClock.Instant
  private let continuation: AsyncThrowingStream<Double, any Error>.Continuation
  private let recorded = SampledSound()
  private let state = Lock(State())

  init(
    _ engine: SilentEngine, path: String, settings: RecordingSettings,
    level: @escaping @Sendable (Duration) -> Double
  ) {
    self.engine = engine
    self.path = path
    self.settings = settings
    self.level = level
    start = engine.clock.now
    (levels, continuation) = AsyncThrowingStream.makeStream(
      bufferingPolicy: .bufferingNewest(Self.levelsBufferedMax))
  }

  var currentTime: Duration {
    start.duration(to: engine.clock.now)
  }

  /// Silence has no end.
  var hasSourceEnded: Bool { false }

  /// Sets the alarm for the first level.
  func begin() { setAlarm() }

  func stop() async throws(AudioError) -> Duration {
    let duration = currentTime
    guard end() else { throw .engine("the recording has ended") }
    try engine.failIfRequested(.stopping)
    try OpenFile.write(SilentClip.bytes(lasting: duration, settings), to: path)
    return duration
  }

  func close() {
    let duration = currentTime
    guard end() else { return }
    // A write failure is ignored: after `close`, the caller needs only what was already written.
    try? OpenFile.write(SilentClip.bytes(lasting: duration, settings), to: path)
  }

  func whenClosed() async {}

  func breakOff(_ error: AudioError) { continuation.finish(throwing: error) }

  private func setAlarm() {
    let alarm = engine.clock.at(engine.clock.now.advanced(by: Self.levelInterval)) { [weak self] in
      self?.sendLevel()
    }
    state.withLock { $0.alarm = alarm }
  }

  private func sendLevel() {
    guard state.withLock({ $0.isOpen }) else { return }
    continuation.yield(level(currentTime))
    recorded.append([Int16](repeating: 0, count: SampledSound.chunkSamples))
    setAlarm()
  }

  /// Adds the silence since the last level.
  private func sendRest() {
    let rate = Double(SampledSound.sampleRate)
    let count = Int((currentTime / .seconds(1) * rate).rounded()) % SampledSound.chunkSamples
    recorded.append([Int16](repeating: 0, count: count))
  }

  /// Ends the levels and the samples; returns false if they had already ended.
  private func end() -> Bool {
    let (wasOpen, alarm) = state.withLock { state in
      let before = (state.isOpen, state.alarm)
      state = State(isOpen: false, alarm: nil)
      return before
    }
    if let alarm { engine.clock.cancel(alarm) }
    continuation.finish()
    if wasOpen { sendRest() }
    recorded.finish()
    return wasOpen
  }
}

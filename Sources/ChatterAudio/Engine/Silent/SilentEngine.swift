private import Chatter
private import Threads

/// An engine that neither makes nor hears a sound, on a clock that is advanced: for tests and previews.
///
/// A playback's position follows the clock and the rate and ends with the clip; a recording leaves a
/// clip of silence as long as the clock says. Each step can be told to fail.
public final class SilentEngine: AudioEngine {
  /// A step that can be told to fail.
  public enum Step: Hashable, Sendable {
    case preparing, playing, pausing, seeking, changingRate
    case recording, stopping, recovering, decoding
  }

  private struct State {
    var permission = RecordPermission.granted
    var failures: [Step: AudioError] = [:]
    weak var playback: SilentPlayback?
    weak var recording: SilentRecording?
  }

  /// The clock that everything follows.
  public let clock: TestClock

  private let clipDuration: Duration?
  private let level: @Sendable (Duration) -> Double
  private let state = Lock(State())

  /// An engine on a clock.
  ///
  /// - Parameters:
  ///   - clock: what positions and levels follow.
  ///   - clipDuration: how long each clip is said to be; nil asks the clip's own boxes.
  ///   - level: how loud it is at a moment of a recording, 0...1.
  public init(
    clock: TestClock = TestClock(), clipDuration: Duration? = nil,
    level: @escaping @Sendable (Duration) -> Double = { _ in 0 }
  ) {
    self.clock = clock
    self.clipDuration = clipDuration
    self.level = level
  }

  /// What `recordPermission` answers.
  public var permission: RecordPermission {
    get { state.withLock { $0.permission } }
    set { state.withLock { $0.permission = newValue } }
  }

  /// Makes the next such step fail, once.
  public func failNext(_ step: Step, with error: AudioError) {
    state.withLock { $0.failures[step] = error }
  }

  /// Breaks the clip that was made ready last, as a decoder that meets damage does.
  public func breakPlayback(with error: AudioError) {
    let playback = state.withLock { $0.playback }
    playback?.breakOff(error)
  }

  /// Breaks the recording that was begun last, as a microphone that is pulled out does.
  public func breakRecording(with error: AudioError) {
    let recording = state.withLock { $0.recording }
    recording?.breakOff(error)
  }

  /// What `permission` was set to.
  public func recordPermission() async -> RecordPermission { permission }

  /// A playback that follows the clock, and opens no device.
  public func playback(of file: [UInt8]) async throws(AudioError) -> any AudioPlayback {
    try failIfTold(.preparing)
    let playback = SilentPlayback(self, duration: try duration(of: file))
    state.withLock { $0.playback = playback }
    return playback
  }

  /// A recording that lasts as the clock says; its file is a clip of silence.
  public func recording(
    to path: String, _ settings: RecordingSettings
  ) async throws(AudioError) -> any AudioRecording {
    try settings.check()
    try failIfTold(.recording)
    try ClipFile.write(SilentClip.bytes(lasting: .zero, settings), to: path)
    let recording = SilentRecording(self, path: path, settings: settings, level: level)
    state.withLock { $0.recording = recording }
    recording.begin()
    return recording
  }

  /// How long the clip is that a recording has left; fails where it is none.
  public func recoverRecording(at path: String) async throws(AudioError) -> Duration {
    try failIfTold(.recovering)
    return try duration(of: try await ClipFile.read(path))
  }

  /// Silence, as long as the clip, in pieces of a tenth of a second.
  public func samples(of file: [UInt8]) async throws(AudioError) -> AsyncThrowingStream<
    [Int16], any Error
  > {
    try failIfTold(.decoding)
    let duration = min(try duration(of: file), SilentClip.durationMax)
    let pieces = Int((duration / .milliseconds(100)).rounded(.up))
    let counter = Counter(pieces)
    return AsyncThrowingStream { counter.next() ? [Int16](repeating: 0, count: 1600) : nil }
  }

  /// Throws what the step was told to fail with.
  func failIfTold(_ step: Step) throws(AudioError) {
    let error = state.withLock { $0.failures.removeValue(forKey: step) }
    if let error { throw error }
  }

  private func duration(of file: [UInt8]) throws(AudioError) -> Duration {
    if let clipDuration { return clipDuration }
    do {
      return try AudioClip(bytes: file).facts.duration
    } catch {
      throw .undecodable(error.description)
    }
  }

  /// Counts down.
  private final class Counter: Sendable {
    private let rest: Lock<Int>

    init(_ count: Int) { rest = Lock(count) }

    func next() -> Bool {
      rest.withLock { rest in
        rest -= 1
        return rest >= 0
      }
    }
  }
}

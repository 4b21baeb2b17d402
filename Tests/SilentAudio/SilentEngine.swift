import Chatter
import System

@testable public import ChatterAudio

/// An engine without audio input or output, driven by a test clock: for tests and previews.
///
/// The position of a playback follows the clock and the rate, up to the end of the clip. A
/// recording writes a clip of silence that is as long as the time passed on the clock. Each step
/// can be made to fail.
public final class SilentEngine: AudioEngine {
  /// A step that can be made to fail.
  public enum Step: Hashable, Sendable {
    case preparing, playing, pausing, seeking, changingRate
    case recording, stopping, recovering, decoding
  }

  private struct State {
    var denial: AudioError?
    var failures: [Step: AudioError] = [:]
    weak var playback: SilentPlayback?
    weak var recording: SilentRecording?
  }

  /// The clock that drives playbacks and recordings.
  public let clock: TestClock

  private let clipDuration: Duration?
  private let level: @Sendable (Duration) -> Double
  private let state = Lock(State())

  /// Creates an engine on a clock.
  ///
  /// - Parameters:
  ///   - clock: The clock that drives positions and levels.
  ///   - clipDuration: The duration reported for every clip; nil reads it from the clip's boxes.
  ///   - level: Returns the sound level, 0...1, at a time in a recording.
  public init(
    clock: TestClock = TestClock(), clipDuration: Duration? = nil,
    level: @escaping @Sendable (Duration) -> Double = { _ in 0 }
  ) {
    self.clock = clock
    self.clipDuration = clipDuration
    self.level = level
  }

  /// The error of `checkPermission`; nil if recording is permitted.
  public var denial: AudioError? {
    get { state.withLock { $0.denial } }
    set { state.withLock { $0.denial = newValue } }
  }

  /// Makes the next call of this step fail, once.
  public func failNext(_ step: Step, with error: AudioError) {
    state.withLock { $0.failures[step] = error }
  }

  /// Makes the most recent playback fail, as a decoder does on damaged data.
  public func breakPlayback(with error: AudioError) {
    let playback = state.withLock { $0.playback }
    playback?.breakOff(error)
  }

  /// Makes the most recent recording fail, as unplugging the microphone does.
  public func breakRecording(with error: AudioError) {
    let recording = state.withLock { $0.recording }
    recording?.breakOff(error)
  }

  public func checkPermission() async throws(AudioError) {
    if let denial { throw denial }
  }

  public func playback(of file: [UInt8]) async throws(AudioError) -> any AudioPlayback {
    try failIfRequested(.preparing)
    let playback = SilentPlayback(self, duration: try duration(of: file))
    state.withLock { $0.playback = playback }
    return playback
  }

  public func recording(
    to path: String, _ settings: RecordingSettings
  ) async throws(AudioError) -> any AudioRecording {
    try settings.check()
    try failIfRequested(.recording)
    try OpenFile.write(SilentClip.bytes(lasting: .zero, settings), to: path)
    let recording = SilentRecording(self, path: path, settings: settings, level: level)
    state.withLock { $0.recording = recording }
    recording.begin()
    return recording
  }

  public func recoverRecording(at path: String) async throws(AudioError) -> Duration {
    try failIfRequested(.recovering)
    return try duration(of: try await OpenFile.readClip(path))
  }

  /// Returns silence of the clip's duration, in chunks of a tenth of a second.
  public func samples(of file: [UInt8]) async throws(AudioError) -> AsyncThrowingStream<
    [Int16], any Error
  > {
    try failIfRequested(.decoding)
    let duration = min(try duration(of: file), SilentClip.durationMax)
    let chunks = Int((duration / .milliseconds(100)).rounded(.up))
    let rest = Lock(chunks)
    return AsyncThrowingStream {
      let isOver = rest.withLock { rest in
        rest -= 1
        return rest < 0
      }
      return isOver ? nil : [Int16](repeating: 0, count: 1600)
    }
  }

  /// Throws the error that was set for the step, if any.
  func failIfRequested(_ step: Step) throws(AudioError) {
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
}

import ChatterAudio
import System

@testable import ChatterTerminal

/// An engine, and its only recording, which the test controls.
final class FakeRecording: AudioEngine, AudioRecording {
  private struct State {
    var currentTime = Duration.zero
    var hasSourceEnded = false
    var startError: AudioError?
    var start: Gate?
    var hasStopped = false
  }

  private let state = Lock(State())
  let levels = AsyncThrowingStream<Double, any Error> { $0.finish() }

  var currentTime: Duration {
    get { state.withLock(\.currentTime) }
    set { state.withLock { $0.currentTime = newValue } }
  }
  var hasSourceEnded: Bool {
    get { state.withLock(\.hasSourceEnded) }
    set { state.withLock { $0.hasSourceEnded = newValue } }
  }
  /// The error of the start.
  var startError: AudioError? {
    get { state.withLock(\.startError) }
    set { state.withLock { $0.startError = newValue } }
  }
  /// Whether the device does not respond to the start.
  var holdsStart: Bool {
    get { state.withLock { $0.start != nil } }
    set {
      state.withLock { state in
        state.start?.open()
        state.start = newValue ? Gate() : nil
      }
    }
  }
  var hasStopped: Bool { state.withLock(\.hasStopped) }

  func checkPermission() async throws(AudioError) {}

  func recording(
    to path: String, _ settings: RecordingSettings
  ) async throws(AudioError) -> any AudioRecording {
    await state.withLock(\.start)?.pass()
    if Task.isCancelled { throw .noSource }
    if let startError { throw startError }
    do throws(FileError) {
      try Files.replace(path, with: [1, 2, 3])
    } catch {
      throw .file("\(error)")
    }
    return self
  }

  func stop() async throws(AudioError) -> Duration {
    state.withLock { $0.hasStopped = true }
    return currentTime
  }

  func close() {}
  func whenClosed() async {}

  func playback(of file: [UInt8]) async throws(AudioError) -> any AudioPlayback { throw .noSink }
  func recoverRecording(at path: String) async throws(AudioError) -> Duration { throw .noSource }
  func samples(
    of file: [UInt8]
  ) async throws(AudioError) -> AsyncThrowingStream<[Int16], any Error> { throw .noSource }
}

import ChatterAudio
import SilentAudio
import System

/// A silent engine that waits for `open` in one of its steps.
final class StuckEngine: AudioEngine {
  let silent = SilentEngine()
  private let step: SilentEngine.Step
  private let gate: AsyncStream<Void>
  private let opener: AsyncStream<Void>.Continuation
  private let calls: AsyncStream<Void>
  private let callContinuation: AsyncStream<Void>.Continuation

  /// - Parameter step: `preparing` or `recovering`.
  init(in step: SilentEngine.Step) {
    self.step = step
    (gate, opener) = AsyncStream.makeStream()
    (calls, callContinuation) = AsyncStream.makeStream()
  }

  /// Returns when a caller waits for the step.
  func whenCalled() async {
    for await _ in calls { return }
  }

  func open() { opener.finish() }

  private func wait(in step: SilentEngine.Step) async {
    guard step == self.step else { return }
    callContinuation.yield()
    for await _ in gate {}
  }

  func checkPermission() async throws(AudioError) {}

  func playback(of file: [UInt8]) async throws(AudioError) -> any AudioPlayback {
    await wait(in: .preparing)
    return try await silent.playback(of: file)
  }

  func recording(
    to path: String, _ settings: RecordingSettings
  ) async throws(AudioError) -> any AudioRecording {
    try await silent.recording(to: path, settings)
  }

  func recoverRecording(at path: String) async throws(AudioError) -> Duration {
    await wait(in: .recovering)
    return try await silent.recoverRecording(at: path)
  }

  func samples(of file: [UInt8]) async throws(AudioError) -> AsyncThrowingStream<[Int16], any Error>
  {
    try await silent.samples(of: file)
  }
}

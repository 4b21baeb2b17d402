import ChatterAudio
import EventLoop

/// A silent engine whose playbacks and recordings start only after `open`.
final class StuckEngine: AudioEngine {
  let silent = SilentEngine()
  private let gate: AsyncStream<Void>
  private let opener: AsyncStream<Void>.Continuation
  private let calls: AsyncStream<Void>
  private let callContinuation: AsyncStream<Void>.Continuation

  init() {
    (gate, opener) = AsyncStream.makeStream()
    (calls, callContinuation) = AsyncStream.makeStream()
  }

  /// Returns when a caller waits for a playback or a recording.
  func whenCalled() async {
    for await _ in calls { return }
  }

  func open() { opener.finish() }

  func recordPermission() async -> RecordPermission { .granted }

  func playback(of file: [UInt8]) async throws(AudioError) -> any AudioPlayback {
    callContinuation.yield()
    for await _ in gate {}
    return try await silent.playback(of: file)
  }

  func recording(
    to path: String, _ settings: RecordingSettings
  ) async throws(AudioError) -> any AudioRecording {
    callContinuation.yield()
    for await _ in gate {}
    return try await silent.recording(to: path, settings)
  }

  func recoverRecording(at path: String) async throws(AudioError) -> Duration {
    try await silent.recoverRecording(at: path)
  }

  func samples(of file: [UInt8]) async throws(AudioError) -> AsyncThrowingStream<[Int16], any Error>
  {
    try await silent.samples(of: file)
  }
}

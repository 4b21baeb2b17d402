import ChatterAudio
import EventLoop

/// A silent engine that makes nothing ready until it is let.
final class StuckEngine: AudioEngine {
  let silent = SilentEngine()
  private let gate: AsyncStream<Void>
  private let opener: AsyncStream<Void>.Continuation
  private let asked: AsyncStream<Void>
  private let asking: AsyncStream<Void>.Continuation

  init() {
    (gate, opener) = AsyncStream.makeStream()
    (asked, asking) = AsyncStream.makeStream()
  }

  /// Returns when a playback or a recording is waited for.
  func whenAsked() async {
    for await _ in asked { return }
  }

  func open() { opener.finish() }

  func recordPermission() async -> RecordPermission { .granted }

  func playback(of file: [UInt8]) async throws(AudioError) -> any AudioPlayback {
    asking.yield()
    for await _ in gate {}
    return try await silent.playback(of: file)
  }

  func recording(
    to path: String, _ settings: RecordingSettings
  ) async throws(AudioError) -> any AudioRecording {
    asking.yield()
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

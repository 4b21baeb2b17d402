import ChatterAudio
import Threads

/// A silent engine that makes nothing ready until it is let.
final class StuckEngine: AudioEngine {
  let silent = SilentEngine(clipDuration: .seconds(10))
  private let gate: AsyncStream<Void>
  private let opener: AsyncStream<Void>.Continuation

  init() {
    (gate, opener) = AsyncStream.makeStream()
  }

  func open() { opener.finish() }

  func recordPermission() async -> RecordPermission { .granted }

  func playback(of file: [UInt8]) async throws(AudioError) -> any AudioPlayback {
    for await _ in gate {}
    return try await silent.playback(of: file)
  }

  func recording(
    to path: String, _ settings: RecordingSettings
  ) async throws(AudioError) -> any AudioRecording {
    for await _ in gate {}
    return try await silent.recording(to: path, settings)
  }

  func samples(of file: [UInt8]) async throws(AudioError) -> AsyncStream<[Int16]> {
    try await silent.samples(of: file)
  }
}

import ChatterAudio

/// A silent engine whose recordings take a given time to complete.
struct SlowEngine: AudioEngine {
  private let silent = SilentEngine()
  private let time: Duration

  init(completesIn time: Duration) { self.time = time }

  func recordPermission() async -> RecordPermission { .granted }

  func playback(of file: [UInt8]) async throws(AudioError) -> any AudioPlayback {
    try await silent.playback(of: file)
  }

  func recording(
    to path: String, _ settings: RecordingSettings
  ) async throws(AudioError) -> any AudioRecording {
    SlowRecording(try await silent.recording(to: path, settings), completesIn: time)
  }

  func recoverRecording(at path: String) async throws(AudioError) -> Duration {
    try await silent.recoverRecording(at: path)
  }

  func samples(of file: [UInt8]) async throws(AudioError) -> AsyncThrowingStream<
    [Int16], any Error
  > {
    try await silent.samples(of: file)
  }
}

private final class SlowRecording: AudioRecording {
  private let recording: any AudioRecording
  private let time: Duration

  init(_ recording: any AudioRecording, completesIn time: Duration) {
    (self.recording, self.time) = (recording, time)
  }

  var currentTime: Duration { recording.currentTime }
  var levels: AsyncThrowingStream<Double, any Error> { recording.levels }
  var hasSourceEnded: Bool { recording.hasSourceEnded }
  func close() { recording.close() }
  func whenClosed() async { await recording.whenClosed() }

  func stop() async throws(AudioError) -> Duration {
    try? await Task.sleep(for: time)
    return try await recording.stop()
  }
}

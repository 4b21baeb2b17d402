import ChatterAudio
import SilentAudio

/// A silent engine whose recordings are complete once the test opens `completion`.
struct SlowEngine: AudioEngine {
  private let silent = SilentEngine()
  let completion = Gate()

  func checkPermission() async throws(AudioError) {}

  func playback(of file: [UInt8]) async throws(AudioError) -> any AudioPlayback {
    try await silent.playback(of: file)
  }

  func recording(
    to path: String, _ settings: RecordingSettings
  ) async throws(AudioError) -> any AudioRecording {
    SlowRecording(try await silent.recording(to: path, settings), completion)
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
  private let completion: Gate

  init(_ recording: any AudioRecording, _ completion: Gate) {
    (self.recording, self.completion) = (recording, completion)
  }

  var currentTime: Duration { recording.currentTime }
  var levels: AsyncThrowingStream<Double, any Error> { recording.levels }
  var hasSourceEnded: Bool { recording.hasSourceEnded }
  func close() { recording.close() }
  func whenClosed() async { await recording.whenClosed() }

  func stop() async throws(AudioError) -> Duration {
    await completion.pass()
    return try await recording.stop()
  }
}

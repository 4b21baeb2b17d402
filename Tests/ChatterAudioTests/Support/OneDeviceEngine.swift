import ChatterAudio
import SilentAudio
import System

/// A silent engine with one device, which is free again once `whenClosed` of its playback returns.
final class OneDeviceEngine: AudioEngine {
  let silent = SilentEngine()
  private let isTaken = Lock(false)

  func checkPermission() async throws(AudioError) {}

  func playback(of file: [UInt8]) async throws(AudioError) -> any AudioPlayback {
    let isFree = isTaken.withLock { isTaken in
      defer { isTaken = true }
      return !isTaken
    }
    guard isFree else { throw .denied("device is busy") }
    return Playback(try await silent.playback(of: file)) { [isTakenBy = self] in
      isTakenBy.isTaken.withLock { $0 = false }
    }
  }

  func recording(
    to path: String, _ settings: RecordingSettings
  ) async throws(AudioError) -> any AudioRecording {
    try await silent.recording(to: path, settings)
  }

  func recoverRecording(at path: String) async throws(AudioError) -> Duration {
    try await silent.recoverRecording(at: path)
  }

  func samples(of file: [UInt8]) async throws(AudioError) -> AsyncThrowingStream<[Int16], any Error>
  {
    try await silent.samples(of: file)
  }

  private final class Playback: AudioPlayback {
    private let silent: any AudioPlayback
    private let free: @Sendable () -> Void

    init(_ silent: any AudioPlayback, _ free: @escaping @Sendable () -> Void) {
      (self.silent, self.free) = (silent, free)
    }

    var duration: Duration { silent.duration }
    var currentTime: Duration { silent.currentTime }
    var events: AsyncStream<PlaybackEvent> { silent.events }

    func play() async throws(AudioError) { try await silent.play() }
    func pause() async throws(AudioError) { try await silent.pause() }
    func seek(to time: Duration) async throws(AudioError) { try await silent.seek(to: time) }
    func setRate(_ rate: Double) async throws(AudioError) { try await silent.setRate(rate) }
    func setVolume(_ volume: Double) { silent.setVolume(volume) }
    func close() { silent.close() }

    func whenClosed() async {
      await silent.whenClosed()
      free()
    }
  }
}

import ChatterAudio

/// A recorder into a file: `AudioRecorder`, or a double in tests.
@MainActor
protocol Recording: AnyObject {
  func start(to path: String) async throws(AudioError)
  func stop() async throws(AudioError) -> Duration
  var currentTime: Duration { get }
  /// The input level, 0...1.
  var level: Double { get }
  /// Whether the source has ended, as a file does.
  var hasSourceEnded: Bool { get }
  /// Why the recording has failed.
  var failure: AudioError? { get }
}

/// An `AudioRecorder` with the last failure that it reported.
@MainActor
final class FileRecording: Recording {
  private let recorder: AudioRecorder
  private var watch: Task<Void, Never>?
  private(set) var failure: AudioError?

  init(_ recorder: AudioRecorder) { self.recorder = recorder }

  func start(to path: String) async throws(AudioError) {
    let events = recorder.events
    watch = Task { [weak self] in
      for await event in events {
        if case .failed(let error) = event { self?.failure = error }
      }
    }
    try await recorder.start(to: path)
  }

  func stop() async throws(AudioError) -> Duration {
    defer { watch?.cancel() }
    return try await recorder.stop()
  }

  var currentTime: Duration { recorder.currentTime }
  var level: Double { recorder.level }
  var hasSourceEnded: Bool { recorder.hasSourceEnded }
}

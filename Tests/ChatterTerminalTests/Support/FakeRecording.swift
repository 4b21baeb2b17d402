import ChatterAudio
import Program

@testable import ChatterTerminal

/// A recording that the test controls.
@MainActor
final class FakeRecording: Recording {
  var currentTime = Duration.zero
  var level = 0.5
  var hasSourceEnded = false
  var failure: AudioError?
  /// The error of `start`.
  var startError: AudioError?
  /// Whether the device does not respond to `start`.
  var holdsStart = false
  /// The bytes that `start` writes to the file.
  var bytes: [UInt8] = [1, 2, 3]
  private(set) var hasStopped = false

  func start(to path: String) async throws(AudioError) {
    while holdsStart, !Task.isCancelled { try? await Task.sleep(for: .milliseconds(5)) }
    if Task.isCancelled { throw .noSource }
    if let startError { throw startError }
    do throws(FileError) {
      try Files.replace(path, with: bytes)
    } catch {
      throw .file("\(error)")
    }
  }

  func stop() async throws(AudioError) -> Duration {
    hasStopped = true
    return currentTime
  }
}

import ChatterAudio
import Program

@testable import ChatterTerminal

/// A recording of which the test says how it goes.
@MainActor
final class FakeRecording: Recording {
  var currentTime = Duration.zero
  var level = 0.5
  var hasSourceEnded = false
  var failure: AudioError?
  /// Why it cannot begin.
  var refusal: AudioError?
  /// The device does not answer for as long as this is so.
  var holdsStart = false
  /// What it writes at once.
  var bytes: [UInt8] = [1, 2, 3]
  private(set) var hasStopped = false

  func start(to path: String) async throws(AudioError) {
    while holdsStart, !Task.isCancelled { try? await Task.sleep(for: .milliseconds(5)) }
    if Task.isCancelled { throw .noSource }
    if let refusal { throw refusal }
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

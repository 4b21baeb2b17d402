import Foundation
import TestSupport

@testable import ChatterAudio

/// Clips that the real engine has recorded.
enum Recorded {
  /// A tone of 440 Hz; recorded once a run for those who only play it.
  static func tone() async throws -> [UInt8] { try await shared.value }

  private static let shared = Task<[UInt8], any Error> {
    try await record(.tone(frequency: 440), for: .milliseconds(2_500)).file
  }

  /// A tone as it is while it is recorded: in fragments.
  static func fragments() async throws -> [UInt8] {
    let folder = try TemporaryDirectory()
    let engine = GStreamerEngine(source: .tone(frequency: 440), sink: .silent)
    let recording = try await engine.recording(to: folder.path(of: "clip.m4a"), .init())
    try await waitUntil { recording.currentTime >= .milliseconds(1_300) }
    recording.close()
    await recording.whenClosed()
    return try folder.bytes(of: "clip.m4a")
  }

  /// Records for so long, by the recording's own time.
  static func record(
    _ source: AudioSource, for time: Duration, _ settings: RecordingSettings = .init()
  ) async throws -> (file: [UInt8], duration: Duration) {
    let folder = try TemporaryDirectory()
    let engine = GStreamerEngine(source: source, sink: .silent)
    let recording = try await engine.recording(to: folder.path(of: "clip.m4a"), settings)
    try await waitUntil { recording.currentTime >= time }
    let duration = try await recording.stop()
    return (try folder.bytes(of: "clip.m4a"), duration)
  }
}

/// A test that waited for what has not come.
struct NeverHappened: Error {}

/// Waits until something is so.
func waitUntil(
  within limit: Duration = .seconds(20), _ isSo: () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + limit
  while try await !isSo() {
    guard ContinuousClock.now < end else { throw NeverHappened() }
    try await Task.sleep(for: .milliseconds(5))
  }
}

extension Duration {
  var seconds: Double { self / .seconds(1) }
}

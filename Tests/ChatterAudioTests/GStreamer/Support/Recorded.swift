import Foundation
import TestSupport
import Testing

@testable import ChatterAudio

/// Clips recorded by the real engine.
enum Recorded {
  /// A tone of 440 Hz; recorded once per run, for tests that only play it.
  static func tone() async throws -> [UInt8] { try await shared.value }

  private static let shared = Task<[UInt8], any Error> {
    try await record(.tone(frequency: 440), for: .milliseconds(2_500)).file
  }

  /// The fragmented file of a recording in progress.
  static func fragments() async throws -> [UInt8] {
    let directory = try TemporaryDirectory()
    let engine = GStreamerEngine(source: .tone(frequency: 440), sink: .silent)
    let recording = try await engine.recording(to: directory.path(of: "clip.m4a"), .init())
    try await eventually { recording.currentTime >= .milliseconds(1_300) }
    recording.close()
    await recording.whenClosed()
    return try directory.bytes(of: "clip.m4a")
  }

  /// Records for a duration, measured by the recording's own time.
  static func record(
    _ source: AudioSource, for time: Duration, _ settings: RecordingSettings = .init()
  ) async throws -> (file: [UInt8], duration: Duration) {
    let directory = try TemporaryDirectory()
    let engine = GStreamerEngine(source: source, sink: .silent)
    let recording = try await engine.recording(to: directory.path(of: "clip.m4a"), settings)
    try await eventually { recording.currentTime >= time }
    let duration = try await recording.stop()
    return (try directory.bytes(of: "clip.m4a"), duration)
  }
}

extension Duration {
  var seconds: Double { self / .seconds(1) }
}

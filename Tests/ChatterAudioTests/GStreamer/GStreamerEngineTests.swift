import Chatter
import Foundation
import TestSupport
import Testing

@testable import ChatterAudio

@Suite(.needs(.programs)) struct GStreamerEngineTests {
  @Test func permitsRecordingATone() async throws {
    try await GStreamerEngine(source: .tone(frequency: 440)).checkPermission()
  }

  @Test func reportsAMissingSource() async throws {
    let missing = GStreamerEngine(source: .file("/no/such/file"))
    await #expect(throws: AudioError.file("/no/such/file cannot be read")) {
      try await missing.checkPermission()
    }
    let directory = try TemporaryDirectory()
    let engine = GStreamerEngine(source: .alsa(device: "no-such-device"))
    await #expect(throws: AudioError.noSource) { try await engine.checkPermission() }
    await #expect(throws: AudioError.noSource) {
      _ = try await engine.recording(to: directory.path(of: "clip.m4a"), .init())
    }
  }

  @Test func reportsAMissingSink() async throws {
    let file = try await Recorded.tone()
    await #expect(throws: AudioError.noSink) {
      _ = try await GStreamerEngine(sink: .alsa(device: "no-such-device")).playback(of: file)
    }
    await #expect(throws: AudioError.file("/no/such.wav: No such file or directory")) {
      _ = try await GStreamerEngine(sink: .file("/no/such.wav")).playback(of: file)
    }
  }

  @Test func decodesATonesSamplesAt16kHz() async throws {
    let engine = GStreamerEngine()
    var samples: [Int16] = []
    let file = try await Recorded.tone()
    for try await chunk in try await engine.samples(of: file) { samples += chunk }
    let sound = Sound(samples: samples, sampleRate: SampledSound.sampleRate)
    #expect(abs(sound.frequency - 440) < 2)
    #expect(abs(sound.seconds - (try AudioClip(bytes: file).facts.duration.seconds)) < 0.3)
  }

  @Test func decodesNothingFromBytesThatAreNotAClip() async {
    for file in [[], Array("no clip at all".utf8)] {
      do {
        _ = try await GStreamerEngine().samples(of: file)
        Issue.record("no error was thrown")
      } catch {
        guard case .undecodable = error else {
          Issue.record("\(error)")
          return
        }
      }
    }
  }
}

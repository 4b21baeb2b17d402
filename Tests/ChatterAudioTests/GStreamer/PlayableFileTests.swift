import Chatter
import TestSupport
import Testing

@testable import ChatterAudio

@Suite(.needs(.programs)) struct PlayableFileTests {
  @Test func keepsACompleteClipAndItsDuration() async throws {
    let bytes = try await Recorded.tone()
    let file = try PlayableFile(bytes)
    #expect(file.bytes == bytes)
    #expect(try file.duration == AudioClip(bytes: bytes).facts.duration)
  }

  @Test func leavesOtherFormatsToGStreamer() throws {
    let file = try PlayableFile(Sound.sine(440, seconds: 0.1, from: 1, to: 1).wav)
    #expect(file.duration == nil)
    #expect(!file.bytes.isEmpty)
  }

  @Test func refusesFilesCutOffBeforeTheirSamples() async throws {
    let bytes = try await Recorded.tone()
    for count in [0, 9, 20, 32, 60, 500] {
      #expect(throws: AudioError.self, "\(count)") {
        _ = try PlayableFile(Array(bytes.prefix(count)))
      }
    }
  }
}

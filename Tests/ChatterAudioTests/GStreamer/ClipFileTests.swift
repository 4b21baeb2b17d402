import Chatter
import Testing

@testable import ChatterAudio

@Suite("The file of a clip")
struct ClipFileTests {
  @Test("a whole clip is taken as it is, with its length")
  func whole() async throws {
    let bytes = try await Recorded.tone()
    let file = try ClipFile(bytes)
    #expect(file.bytes == bytes)
    #expect(try file.duration == AudioClip(bytes: bytes).facts.duration)
  }

  @Test("a file of another kind is left to GStreamer")
  func otherKind() throws {
    let file = try ClipFile(Sound.sine(440, seconds: 0.1, from: 1, to: 1).wav)
    #expect(file.duration == nil)
    #expect(!file.bytes.isEmpty)
  }

  @Test("what was cut off before its samples is refused")
  func cutOff() async throws {
    let bytes = try await Recorded.tone()
    for count in [0, 9, 20, 32, 60, 500] {
      #expect(throws: AudioError.self, "\(count)") { _ = try ClipFile(Array(bytes.prefix(count))) }
    }
  }
}

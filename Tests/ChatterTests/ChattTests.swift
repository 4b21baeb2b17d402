import TestSupport
import Testing

@testable import Chatter

struct ChattTests {
  private var generator = SeededGenerator(state: 5)

  @Test(arguments: [nil, "", "null"] as [String?])
  func treatsEmptyAndNullAudioAsAbsent(audio: String?) throws {
    var chatt = Chatt(audio: audio)
    #expect(chatt.audio == nil)
    #expect(try chatt.audioBytes() == nil)
    chatt.audio = "QUJD"
    #expect(chatt.audio == "QUJD")
    chatt.audio = audio
    #expect(chatt.audio == nil)
  }

  @Test mutating func comparesByIDOrElseByAllProperties() throws {
    let time = try #require(Timestamp("2025-01-02T03:04:05.123Z"))
    let id = ChattID(at: time, using: &generator)
    let other = ChattID(at: time, using: &generator)
    #expect(Chatt(username: "a", id: id) == Chatt(username: "b", id: id))
    #expect(Chatt(username: "a", id: id) != Chatt(username: "a", id: other))
    #expect(Chatt(username: "a", id: id) != Chatt(username: "a"))
    #expect(Chatt(username: "a", message: "m") == Chatt(username: "a", message: "m"))
    #expect(Chatt(username: "a", message: "m") != Chatt(username: "a", message: "n"))
    #expect(Chatt(username: "a", audio: "QUJD") != Chatt(username: "a"))
  }

  @Test func returnsTheDateOfAReadableTimestamp() {
    #expect(Chatt(timestamp: "1970-01-01 00:00:01+00").date?.microsecondsSince1970 == 1_000_000)
    #expect(Chatt(timestamp: "yesterday").date == nil)
    #expect(Chatt().date == nil)
  }

  @Test func returnsTheClipNilOrTheReason() throws {
    let clip = try TinyClip.clip()
    let chatt = Chatt(audio: String(decoding: Base64.encode(clip.bytes[...]), as: UTF8.self))
    #expect(try chatt.clip() == clip)
    #expect(try chatt.clip()?.facts.codec == .aacLC)
    for audio in [nil, "", "null"] { #expect(try Chatt(audio: audio).clip() == nil) }
    let broken: [(String, ChattClipError)] = [
      ("%", .notBase64(.character(0x25, offset: 0))), ("QUJD", .notAudio(.foreign(.text))),
    ]
    for (audio, error) in broken {
      #expect(throws: error) { try Chatt(audio: audio).clip() }
      #expect(!error.description.isEmpty)
    }
  }
}

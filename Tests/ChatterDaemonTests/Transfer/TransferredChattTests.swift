import Chatter
import Testing

@testable import ChatterDaemon

struct TransferredChattTests {
  private typealias Refusal = TransferredChatt.Refusal

  private static let id = "01a20a93-88bd-77f3-9472-49386831bdab"

  private static func read(_ line: String) throws -> TransferredChatt {
    try TransferredChatt(line: Array(line.utf8)[...])
  }

  @Test func areReadAsTheyAreWritten() throws {
    let time = try #require(Timestamp("2026-11-23T14:30:00.123456Z"))
    var chatt = TransferredChatt(
      id: try #require(ChattID(Self.id)), username: "ann \"\\\n", message: nil, created: time)
    chatt.clip = .file(TransferredChatt.clipPath(of: try #require(chatt.id)))
    let line = String(decoding: chatt.line, as: UTF8.self)
    #expect(line.contains(#""createdAt":"2026-11-23T14:30:00.123456Z""#))
    #expect(!line.contains("\n"))
    #expect(try Self.read(line) == chatt)
    let text = TransferredChatt(
      id: try #require(ChattID(Self.id)), username: "ann", message: "hello", created: time)
    #expect(try Self.read(String(decoding: text.line, as: UTF8.self)) == text)
  }

  @Test func needNeitherAnIDNorATime() throws {
    let chatt = try Self.read(#"{"username":"ann","message":"hello"}"#)
    #expect(chatt.id == nil && chatt.created == nil && chatt.clip == nil)
  }

  @Test(arguments: [
    "", "{", "[]", #"{"message":"x"}"#, #"{"username":"","message":"x"}"#,
    #"{"username":"a"}"#, #"{"username":"a","message":"x","id":"7"}"#,
    #"{"username":"a","message":"x","createdAt":"yesterday"}"#,
    #"{"username":"a","audio":"../x.m4a"}"#, #"{"username":"a","audio":"clips/../x"}"#,
    #"{"username":"a","audio":"clips/a/b.m4a"}"#, #"{"username":"a","audio":"/etc/passwd.m4a"}"#,
  ])
  func areRefusedIfALineIsWrong(_ line: String) {
    #expect(throws: Refusal.self) { _ = try Self.read(line) }
  }

  @Test func areReadFromARowOfAReferenceBackEnd() throws {
    let chatt = try Self.read(
      #"{"username":"ann","message":"hello","id":"\#(Self.id)","time":"2026-11-23T14:30:00.5+00:00","#
        + #""audio":null}"#)
    #expect(chatt.username == "ann" && chatt.message == "hello" && chatt.clip == nil)
    #expect(chatt.id?.description == Self.id)
    #expect(chatt.created == Timestamp("2026-11-23T14:30:00.5Z"))
    let clip = try Self.read(#"{"username":"ann","message":null,"id":null,"audio":"AAEC"}"#)
    #expect(clip.clip == .bytes([0, 1, 2]) && clip.id == nil && clip.created == nil)
    let empty = try Self.read(#"{"username":"ann","message":"hello","id":"","time":""}"#)
    #expect(empty.id == nil && empty.created == nil)
  }

  @Test(arguments: [
    ("time", "2026-11-23T14:30:00", "2026-11-23T14:30:00Z"),
    ("created_at", "2026-11-23T14:30:00.123456", "2026-11-23T14:30:00.123456Z"),
    ("time", "2026-11-23T14:30:00-05:30", "2026-11-23T20:00:00Z"),
  ])
  func haveTimesAsPostgreSQLWritesThem(_ name: String, _ text: String, _ time: String) throws {
    let chatt = try Self.read(#"{"username":"ann","message":"x","\#(name)":"\#(text)"}"#)
    #expect(chatt.created == Timestamp(time))
  }
}

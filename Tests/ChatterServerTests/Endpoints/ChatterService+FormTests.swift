import Chatter
import HTTP
import TestSupport
import Testing

@testable import ChatterServer

struct ChatterServiceFormTests {
  private static let type: FieldValue = "multipart/form-data; boundary=XX"

  private static func part(_ name: String, _ content: [UInt8], _ fields: String = "") -> [UInt8] {
    Array("--XX\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\(fields)\r\n".utf8)
      + content + Array("\r\n".utf8)
  }

  private static func part(_ name: String, _ text: String, _ fields: String = "") -> [UInt8] {
    part(name, Array(text.utf8), fields)
  }

  private static func chatt(
    _ parts: [UInt8]..., type: FieldValue = type, end: String = "--XX--\r\n",
    change: (inout ChatterService.Settings) -> Void = { _ in }
  ) async throws -> NewChatt {
    let body = BufferedBody(parts.flatMap { $0 } + Array(end.utf8), sliceBytesMax: 100)
    let request = try Request.test(
      .post, "/v1/chatts", fields: [.contentType: type], body: body)
    return try await TestService(change: change).service.readV1Chatt(request)
  }

  @Test func readsAChattWithAClip() async throws {
    let clip = try TinyClip.bytes()
    let chatt = try await Self.chatt(
      Self.part("username", "ann"), Self.part("message", "hör mal"),
      Self.part("audio", clip, "Content-Type: audio/mp4\r\n"))
    #expect(chatt.username == "ann" && chatt.message == "hör mal")
    #expect(chatt.audio?.bytes.count == clip.count && chatt.audioSHA256?.count == 32)
  }

  @Test func losesNoClipUnderAnotherName() async throws {
    let clip = try TinyClip.bytes()
    let disposition = "Content-Disposition: form-data; name=\"file\"; filename=\"a.m4a\"\r\n\r\n"
    let file = Array("--XX\r\n\(disposition)".utf8) + clip + Array("\r\n".utf8)
    let (name, message) = (Self.part("username", "ann"), Self.part("message", "m"))
    #expect(try await Self.chatt(name, file, message).audio?.bytes.count == clip.count)
    await #expect(throws: PostError.severalFiles) {
      try await Self.chatt(name, message, file, Self.part("audio", clip))
    }
    let text = String(decoding: Base64.encode(clip[...]), as: UTF8.self)
    let json = Array(#"{"username":"ann","message":"m","voice":"\#(text)"}"#.utf8)
    await #expect(throws: PostError.misplacedClip("voice")) {
      try await Self.chatt(json, type: "application/json", end: "")
    }
  }

  @Test func readsOtherTypesAsJSON() async throws {
    let json = Array(#"{"username":"ann","message":"m"}"#.utf8)
    for type in ["application/json", "text/plain", "multipart/mixed; boundary=XX"] as [FieldValue] {
      let chatt = try await Self.chatt(json, type: type, end: "")
      #expect(chatt == NewChatt(username: "ann", message: "m"))
    }
  }

  @Test func refusesWhatIsNotAFormOrNotAChatt() async throws {
    let name = Self.part("username", "ann")
    await #expect(throws: MultipartError.missingBoundary) {
      try await Self.chatt(name, type: "multipart/form-data")
    }
    await #expect(throws: MultipartError.truncated) { try await Self.chatt(name, end: "") }
    await #expect(throws: PostError.neitherMessageNorAudio) { try await Self.chatt(name) }
    await #expect(throws: PostError.notUTF8(.message)) {
      try await Self.chatt(
        Self.part("message", "m", "Content-Type: text/plain; charset=latin1\r\n"))
    }
    await #expect(throws: PostError.coded(.audio)) {
      try await Self.chatt(Self.part("audio", "AAAA", "Content-Transfer-Encoding: base64\r\n"))
    }
    await #expect(throws: AudioClipError.self) {
      try await Self.chatt(name, Self.part("audio", "no clip"))
    }
  }

  @Test func limitsTheBody() async throws {
    let parts = Self.part("username", "ann") + Self.part("message", "m")
    await #expect(throws: RequestBodyError.tooLarge(limit: 50)) {
      try await Self.chatt(parts) { $0.bodyBytesMax = 50 }
    }
  }
}

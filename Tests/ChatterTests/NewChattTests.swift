import TestSupport
import Testing

@testable import Chatter

struct NewChattTests {
  @Test func encodesBodiesThatPostChattReads() throws {
    let chatt = NewChatt(username: "Zoë \"z\"", message: "a\nb")
    #expect(chatt.call == .postChatt)
    #expect(
      String(decoding: chatt.encoded(), as: UTF8.self)
        == #"{"username":"Zoë \"z\"","message":"a\nb"}"#)
    let request = try PostChattRequest(body: chatt.encoded()[...])
    #expect(request.username == chatt.username && request.message == chatt.message)
  }

  @Test(arguments: [nil, "", "la"] as [String?])
  func encodesBodiesThatPostAudioReads(message: String?) throws {
    let chatt = NewChatt(username: "a", message: message, audio: try TinyClip.clip())
    #expect(chatt.call == .postAudio)
    let request = try PostAudioRequest(body: chatt.encoded()[...])
    #expect(request.username == "a" && request.message == message)
    #expect(try request.audioBytes() == TinyClip.bytes())
  }
}

import Chatter
import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct SmokeTests {
  @Test func returnsAPostedClipAndStopsProperly() async throws {
    let server = try await ServerProcess()
    let clip = try Media.clip(.iOS)
    let chatt = NewChatt(username: "ada", message: "hé", audio: try AudioClip(bytes: clip))
    let body = chatt.encoded()
    let list = try await server.withClient { client in
      try await client.send(
        Array("POST /postaudio/ HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.count)\r\n\r\n".utf8)
          + body)
      let response = try await client.response()
      #expect(response?.status == 200)
      #expect(response?.text == "{}")
      try await client.send("GET /getaudio/ HTTP/1.1\r\nHost: x\r\n\r\n")
      return try await client.response()?.body ?? []
    }
    let chatts = try ChattList(body: list[...]).chatts
    #expect(chatts.map(\.username) == ["ada"])
    #expect(chatts.map(\.message) == ["hé"])
    #expect(try chatts.first?.audioBytes() == clip)
    #expect(try await server.stop() == .exited(0))
  }
}

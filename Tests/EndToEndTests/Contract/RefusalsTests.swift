import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL), .served())
struct RefusalsTests {
  /// Well-framed posts of each kind, with the status and the message. `PostChattRequestTests` and
  /// `PostAudioRequestTests` of ChatterTests have more of them.
  private static let refusals = [
    ("", 400, "body is empty: send a JSON object"),
    (
      "username=a&message=b", 400,
      "body is a form: send JSON here, or a multipart/form-data form to /v1/chatts"
    ),
    ("<html>", 400, "body is not JSON: unexpected '<' at byte 0"),
    (
      #"{"username":"","message":"m"}"#, 422, "username is empty: send at least one character"
    ),
    (
      #"{"username":"u","message":"\#(String(repeating: "a", count: 65_537))"}"#, 422,
      "message is too long: send at most 65536 bytes"
    ),
    (
      #"{"username":"u"}"#, 422, "message and audio are both missing: send at least one of them"
    ),
    (
      #"{"username":"u","audio":"AB=="}"#, 422,
      "audio is not base64: the last character, at offset 1, has non-zero pad bits: the text is "
        + "truncated"
    ),
    (
      #"{"username":"u","audio":"AAAB=AAA"}"#, 422,
      "audio is not base64: wrong padding at offset 4: pad with '=' to a multiple of four "
        + "characters, or omit padding"
    ),
    (
      #"{"username":"u","audio":"data:audio/mp4;base64,AAAA"}"#, 422,
      "audio is a data URL: send only the base64 after its comma"
    ),
  ]

  @Test(arguments: refusals)
  func rejectsPostsWithStatusAndMessage(body: String, status: Int, message: String) async throws {
    let name = uniqueName()
    try await ServerProcess.required().withClient { client in
      let response = try await client.response(to: .post("/postaudio/", body))
      #expect(response.status == status)
      #expect(response.field("Content-Type") == CallsTests.json)
      #expect(try response.errorMessage() == message)
      #expect(response.field("Connection") != "close")
      #expect(try await client.response(to: .text(name)).text == "{}")
      #expect(try await client.rows(by: name).count == 1)
      #expect(try await client.rows(by: "u") == [], "nothing was stored")
    }
  }

  @Test func rejectsPostsOfOtherOriginsButServesTheirGets() async throws {
    let name = uniqueName()
    try await ServerProcess.required().withClient { client in
      for origin in ["https://other.example", "http://chatterd.test", "null"] {
        let response = try await client.response(to: .text(name).with(fields: "Origin: \(origin)"))
        #expect(response.status == 403)
        #expect(
          try response.errorMessage()
            == "pages of this origin may not post here: start the server with --cors-origin to "
            + "allow it")
        let rows = try await client.response(
          to: .get("/getchatts/").with(fields: "Origin: \(origin)")
        ).rows()
        #expect(rows.filter { $0.first == name }.isEmpty)
      }
      let own = WireRequest.text(name).with(fields: "Origin: https://chatterd.test")
      #expect(try await client.response(to: own).text == "{}")
      #expect(try await client.rows(by: name).count == 1)
    }
  }
}

import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL), .served())
struct RefusalsTests {
  @Test(arguments: Refusal.all)
  func rejectsPostsWithStatusAndMessage(_ refusal: Refusal) async throws {
    let name = uniqueName()
    try await ServerProcess.required().withClient { client in
      let response = try await client.response(to: .post(refusal.target, refusal.body))
      #expect(response.status == refusal.status)
      #expect(response.field("Content-Type") == CallsTests.json)
      #expect(try response.errorMessage() == refusal.message)
      #expect(response.field("Connection") != "close")
      #expect(try await client.response(to: .text(name)).text == "{}")
      #expect(try await client.rows(by: name).count == 1)
      #expect(try await client.rows(by: "u") == [], "nothing was stored")
      #expect(try await client.rows(by: "a") == [], "nothing was stored")
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

  @Test(arguments: ["/index.html", "/getchatts//", "/GetChatts/", "/getchatts/../getaudio/"])
  func respondsWith404ToUnknownPaths(_ path: String) async throws {
    try await ServerProcess.required().withClient { client in
      for request in [WireRequest.get(path), .post(path, "{}")] {
        let response = try await client.response(to: request)
        #expect(response.status == 404)
        #expect(response.field("Content-Type") == CallsTests.json)
        #expect(
          try response.errorMessage()
            == "no such path: use /getchatts/, /postchatt/, /getaudio/ or /postaudio/")
      }
    }
  }

  static let wrong: [(String, String, allow: String, String)] = [
    ("POST", "/getchatts/", "GET, HEAD, OPTIONS", "wrong method: send GET or HEAD"),
    ("PUT", "/getaudio", "GET, HEAD, OPTIONS", "wrong method: send GET or HEAD"),
    ("GET", "/postchatt/", "POST, OPTIONS", "wrong method: send POST"),
    ("DELETE", "/postaudio", "POST, OPTIONS", "wrong method: send POST"),
    ("PATCH", "/livez", "GET, HEAD, OPTIONS", "wrong method: send GET or HEAD"),
  ]

  @Test(arguments: wrong)
  func respondsWith405AndAllowToWrongMethods(
    method: String, path: String, allow: String, message: String
  ) async throws {
    try await ServerProcess.required().withClient { client in
      let response = try await client.response(
        to: WireRequest(method: method, target: path, body: []))
      #expect(response.status == 405)
      #expect(response.field("Allow") == allow)
      #expect(try response.errorMessage() == message)
      #expect(try await client.response(to: .get("/getchatts/")).status == 200)
    }
  }
}

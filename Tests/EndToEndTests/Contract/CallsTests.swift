import Chatter
import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL), .served())
struct CallsTests {
  static let json = "application/json; charset=utf-8"
  static let gets = ["/getchatts/", "/getchatts", "/getaudio/", "/getaudio"]
  static let posts = ["/postchatt/", "/postchatt", "/postaudio/", "/postaudio"]
  static let queries = ["", "?a=b&c=%20"]

  @Test(arguments: gets, queries)
  func respondsToListsInBothURLFormsWithAnyQuery(path: String, query: String) async throws {
    let response = try await ServerProcess.required().response(to: .get(path + query))
    #expect(response.head.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(response.field("Content-Type") == Self.json)
    #expect(response.field("Location") == nil)
    _ = try response.rows()
  }

  @Test(arguments: posts, queries)
  func respondsToPostsInBothURLFormsWithAnyQuery(path: String, query: String) async throws {
    let username = uniqueName()
    let rows = try await ServerProcess.required().withClient { client in
      let response = try await client.response(
        to: .post(path + query, #"{"username":"\#(username)","message":"m","audio":null}"#))
      #expect(response.head.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(response.field("Content-Type") == Self.json)
      #expect(response.field("Content-Length") == "2")
      #expect(response.text == "{}")
      return try await client.rows(by: username)
    }
    #expect(rows.count == 1)
  }

  @Test func returnsRowsInTheFormatThatClientsExpect() async throws {
    let username = uniqueName()
    let clip = try TinyClip.bytes()
    let began = Date()
    let (chatts, audio) = try await ServerProcess.required().withClient { client in
      #expect(try await client.response(to: .text(username)).status == 200)
      #expect(try await client.response(to: .clip(username, clip)).status == 200)
      return (
        try await client.rows(by: username), try await client.rows(by: username, "/getaudio/")
      )
    }
    #expect(chatts.map(\.count) == [4, 4])
    #expect(audio.map(\.count) == [5, 5])
    #expect(audio.map { Array($0[..<4]) } == chatts, "one timeline")
    #expect(chatts.map { $0[1] } == ["listen", "hello"], "newest first")
    #expect(audio.map { $0[4] } == [clip.base64, nil])
    for row in chatts {
      let id = try #require(row[2])
      #expect(
        id.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/) != nil)
      let timestamp = try #require(row[3])
      #expect(
        timestamp.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\.[0-9]{3}Z/) != nil)
      let date = try Date(
        timestamp,
        strategy: .iso8601.year().month().day()
          .time(includingFractionalSeconds: true))
      #expect(date > began.addingTimeInterval(-1) && date < Date().addingTimeInterval(1))
    }
    #expect(Set(chatts.map { $0[2] }).count == 2)
  }

  @Test func writesListsAsCompactJSONInRawUTF8() async throws {
    let username = uniqueName("Zoë \u{1F3A7}/")
    let (list, row) = try await ServerProcess.required().withClient { client in
      _ = try await client.response(to: .text(username, #"a \"b\"\n\u0001 c"#))
      let row = try #require(try await client.rows(by: username).first)
      return (try await client.response(to: .get("/getchatts/")).text, row)
    }
    let id = try #require(row[2])
    let timestamp = try #require(row[3])
    let expected = #"["\#(username)","a \"b\"\n\u0001 c","\#(id)","\#(timestamp)"]"#
    #expect(list.contains(expected))
    #expect(!list.contains("], [") && !list.contains("\n"))
  }

  @Test func respondsToPipelinedRequestsInOrder() async throws {
    let username = uniqueName()
    try await ServerProcess.required().withClient { client in
      let posts = (0..<5).map { WireRequest.text(username, "\($0)") }
      try await client.send(posts.flatMap(\.bytes) + WireRequest.get("/getchatts").bytes)
      for _ in posts { #expect(try await client.response()?.text == "{}") }
      let rows = try await client.response()?.rows().filter { $0[0] == username }
      #expect(rows?.map { $0[1] } == ["4", "3", "2", "1", "0"])
    }
  }

  @Test(arguments: gets)
  func respondsToHEADWithoutBody(path: String) async throws {
    try await ServerProcess.required().withClient { client in
      let response = try await client.response(to: WireRequest(method: "HEAD", target: path))
      #expect(response.status == 200 && response.field("Content-Type") == Self.json)
      #expect(try await client.response(to: .get("/livez")).text == #"{"status":"live"}"#)
    }
  }
}

import Foundation
import System
import TestSupport
import Testing

/// Posts, pages, search and deletion of `/v1` over a TLS socket, with curl.
@Suite(.needs(.postgreSQL)) struct V1TimelineTests {
  private struct Posted: Decodable {
    let id: String
    let message: String?
    let deleteToken: String
  }

  private struct Page: Decodable {
    struct Item: Decodable {
      let id: String
      let username: String
      let message: String?
    }

    let chatts: [Item]
    let next: String?
    let previous: String?

    var messages: [String?] { chatts.map(\.message) }
  }

  private func curl(_ words: [String], _ server: ServerProcess) async throws -> ProgramRun {
    try await ProgramRun(
      "curl", ["--silent", "--cacert", server.certificate] + words, within: hangTimeout)
  }

  private func post(
    _ message: String, by username: String = "ann", _ fields: [String] = [],
    to server: ServerProcess
  ) async throws -> Posted {
    let body = #"{"username":"\#(username)","message":"\#(message)"}"#
    let words = fields.flatMap { ["--header", $0] } + ["--json", body, "\(server.url)/v1/chatts"]
    return try JSONDecoder().decode(Posted.self, from: Data(try await curl(words, server).output))
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.map { "%" + String($0, radix: 16) }.joined()
  }

  private func page(_ query: String, _ server: ServerProcess) async throws -> Page {
    let run = try await curl(["\(server.url)/v1/chatts?\(query)"], server)
    return try JSONDecoder().decode(Page.self, from: Data(run.output))
  }

  @Test func pagesInBothDirections() async throws {
    let server = try await ServerProcess()
    for number in 1...7 { _ = try await post("\(number)", to: server) }
    let first = try await page("limit=3", server)
    #expect(first.messages == ["7", "6", "5"] && first.previous == nil)
    let head = try await curl(["--head", "\(server.url)/v1/chatts?limit=3"], server).text
    #expect(head.contains(#"; rel="next""#))
    let second = try await page("limit=3&before=\(try #require(first.next))", server)
    #expect(second.messages == ["4", "3", "2"])
    let third = try await page("limit=3&before=\(try #require(second.next))", server)
    #expect(third.messages == ["1"] && third.next == nil)
    let back = try await page("limit=2&after=\(try #require(third.previous))", server)
    #expect(back.messages == ["3", "2"])
    let newest = try await page("limit=9&after=\(try #require(back.previous))", server)
    #expect(newest.messages == ["7", "6", "5", "4"] && newest.previous == nil)
    #expect(newest.next != nil)
    // A cursor stays valid when chatts come.
    _ = try await post("8", to: server)
    #expect(try await page("after=\(try #require(newest.next))", server).messages.first == "8")
    let none = try await page("after=\(try #require(first.next))&username=x", server)
    #expect(none.chatts.isEmpty && none.next == nil && none.previous == nil)
    #expect(try await server.stop() == .exited(0))
  }

  @Test func filtersAndSearches() async throws {
    let server = try await ServerProcess()
    let texts = [
      ("ann", "The quick brown fox"), ("bob", "a quicker Fox"), ("ann", "O'Neil & <b> \\\\ :*"),
      ("bob", "no match"), ("ann", "Früh übt sich"), ("eve", "我家在上海东边。👍🏽"),
      ("eve", String(repeating: "a1@", count: 20_000)), ("ann", "Straße zum Café"),
      ("eve", "ฉันรักภาษาไทย"), ("eve", "ພາສາລາວ"), ("eve", "ភាសាខ្មែរ"), ("eve", "東京でカタカナを"),
    ]
    for (username, text) in texts { _ = try await post(text, by: username, to: server) }
    let searches: [(String, Int)] = [
      ("q=quick+fox", 2), ("q=qui", 2), ("q=FOX&username=ann", 1), ("q=o'neil", 1),
      ("q=fr%C3%BCh", 1), ("q=UBT+fruh", 1), ("q=%E4%B8%9C%E8%BE%B9", 1), ("q=%E8%BE%B9", 1),
      ("q=%E5%AE%B6%E4%B8%8A", 0), ("q=%F0%9F%91%8D", 1), ("q=a1", 1),
      ("q=quick+match", 0), ("q=%26+%7C+!+%3A*+%5C", 0), ("q=%27", 0), ("username=bob", 2),
      ("username=b", 0), ("audio=true", 0), ("q=", 12),
    ]
    let words: [(String, Int)] = [
      ("strasse", 1), ("cafe", 1), ("STRASSE café", 1), ("ภาษา", 1), ("ษาภา", 0), ("ລາວ", 1),
      ("ខ្មែ", 1), ("カタ", 1), ("ｶﾅ", 1), ("カカ", 0), ("でカ", 1),
    ]
    for (query, count) in searches + words.map({ ("q=\(Self.encoded($0))", $1) }) {
      #expect(try await page(query, server).chatts.count == count, "\(query)")
    }
    #expect(try await server.stop() == .exited(0))
  }

  @Test func deletesWithTheTokenOfThePost() async throws {
    let server = try await ServerProcess()
    let first = try await post("one", to: server)
    let second = try await post("two", to: server)
    let url = "\(server.url)/v1/chatts/\(first.id)"
    func delete(_ token: String?) async throws -> String {
      let fields = token.map { ["--header", "Authorization: Bearer \($0)"] } ?? []
      return try await curl(
        ["--request", "DELETE", "--write-out", " %{http_code}", url] + fields, server
      ).text
    }
    #expect(try await delete(nil).hasSuffix(#""code":"token-missing"} 401"#))
    #expect(try await delete(second.deleteToken).hasSuffix(#""code":"token-wrong"} 403"#))
    #expect(try await delete(first.deleteToken) == " 204")
    #expect(try await delete(first.deleteToken).hasSuffix(#""code":"chatt-not-found"} 404"#))
    #expect(try await page("", server).messages == ["two"])
    let lists = try await curl(["\(server.url)/getchatts/"], server).text
    #expect(!lists.contains(first.id) && lists.contains(second.id))
    #expect(try await curl([url], server).text.contains("chatt-not-found"))
    #expect(try await server.stop() == .exited(0))
  }

  @Test func repeatsAPostWithItsKey() async throws {
    let server = try await ServerProcess()
    let key = ["Idempotency-Key: 6b1f8e0c2d7a4953"]
    let first = try await post("one", key, to: server)
    let again = try await post("one", key, to: server)
    #expect(first.id == again.id && first.deleteToken == again.deleteToken)
    #expect(try await page("", server).messages == ["one"])
    let run = try await curl(
      [
        "--header", "Authorization: Bearer \(first.deleteToken)", "--request", "DELETE",
        "\(server.url)/v1/chatts/\(first.id)",
      ], server)
    #expect(run.output.isEmpty)
    // It was stored, and is not stored again.
    let deleted = try await post("one", key, to: server)
    #expect(deleted.id == first.id && deleted.deleteToken == first.deleteToken)
    #expect(try await page("", server).messages == [])
    #expect(try await server.stop() == .exited(0))
  }

  @Test func storesPostsOnceIfNothingCanBeReadAfterThem() async throws {
    let database = try await TestDatabase()
    let loop = try EventLoop(name: "proxy")
    defer { loop.stop() }
    try await CuttingProxy.with(database.url, on: loop) { proxy, url in
      let server = try await ServerProcess(.through(url, database))
      let rows = "select id, message from chatts order by sequence"
      try await database.run("alter table secrets rename to hidden")
      let refused = try await server.response(to: PostWay.json.request(for: "refused"))
      #expect(refused.status >= 500, "\(refused.text)")
      #expect(try await database.run(rows).isEmpty)
      try await database.run("alter table hidden rename to secrets")
      var stored = [try await post("first", to: server)]

      try await database.run("alter table secrets rename to hidden")
      proxy.replace("from chatts", by: "from hidden")
      for way in [PostWay.json, .form] {
        for (message, key) in [("", nil), ("-clip", nil), (" with a key", "6b1f8e0c2d7a4953")] {
          var request = way.request(for: "\(way)\(message)")
          if let key { request = request.with(fields: "Idempotency-Key: \"\(key)\(way)\"") }
          // A repeat without a key would be another post.
          for _ in 0..<(key == nil ? 1 : 2) {
            let response = try await server.response(to: request)
            #expect(response.status == 201, "\(way)\(message): \(response.text)")
            let posted = try JSONDecoder().decode(Posted.self, from: Data(response.body))
            if stored.last?.id != posted.id { stored.append(posted) }
          }
        }
      }
      #expect(try await server.response(to: .get("/v1/chatts")).status == 500)
      let shown = stored.map { "\($0.id)|\($0.message ?? "")" }
      #expect(try await database.run(rows).split(separator: "\n").map(String.init) == shown)
      #expect(try await server.stop() == .exited(0))
    }
  }

  @Test func saysWhereAPostIs() async throws {
    let server = try await ServerProcess()
    let clip = try Media.clip(.iOS, seconds: 1)
    let body = #"{"username":"ann","audio":"\#(Data(clip).base64EncodedString())"}"#
    let run = try await curl(["--include", "--json", body, "\(server.url)/v1/chatts"], server)
    let text = run.text
    #expect(text.contains(" 201") && text.contains(#""message":null"#))
    let location = try #require(text.firstMatch(of: /[Ll]ocation: (\/v1\/chatts\/[0-9a-f-]+)/))
    let chatt = try await curl(["\(server.url)\(location.output.1)"], server).text
    #expect(chatt.contains(#""bytes":\#(clip.count)"#) && !chatt.contains("deleteToken"))
    #expect(try await page("audio=true", server).chatts.count == 1)
    let refused = try await curl(["--json", "{}", "\(server.url)/v1/chatts"], server).text
    #expect(refused.hasPrefix(#"{"type":"about:blank","title":"#))
    #expect(try await server.stop() == .exited(0))
  }
}

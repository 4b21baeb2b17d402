import Chatter
import HTTP
import System
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

struct PostReviewTests {
  private func service(
    _ rules: String = "", webhook: PostWebhook? = nil
  ) throws -> TestService {
    let list = BlocklistSlot(try Blocklist(Array(rules.utf8)))
    return TestService { settings in
      settings.review.blocklist = list
      settings.review.webhook = webhook
    }
  }

  private func post(
    _ service: TestService, _ path: String, _ json: String
  ) async throws -> (status: Int, text: String) {
    let response = try await service.send(
      .post, path, fields: [.contentType: "application/json"],
      body: BufferedBody(Array(json.utf8)))
    return (response.status.code, try await response.text())
  }

  @Test(arguments: ["/postchatt/", "/postaudio/", "/v1/chatts"])
  func refusesWordsAndUsersAndStoresNothing(path: String) async throws {
    let service = try service("user mallory\nword bad")
    for (name, message, kind) in [
      ("ana", "so BAD", "word"), ("Mallory", "hello", "user"), ("mallory", "bad", "user"),
    ] {
      let json = #"{"username":"\#(name)","message":"\#(message)"}"#
      let (status, text) = try await post(service, path, json)
      #expect(status == 403)
      #expect(text.contains(path == "/v1/chatts" ? "\"\(kind)-blocked\"" : #"{"error":""#))
      #expect(!text.lowercased().contains("bad"), "a response does not name the word")
    }
    #expect(try await service.timeline.chatts().isEmpty)
    let denied = service.events.all.compactMap { event in
      if case .denied(let denied) = event { denied.reason } else { nil }
    }
    #expect(denied == ["word-blocked", "user-blocked", "user-blocked"])
  }

  @Test func refusesClips() async throws {
    var chatt = NewChatt(username: "ana", message: nil)
    try chatt.setAudio(TinyClip.bytes(), metadata: .stripLocation)
    let digest = StoredChatt.hex(try #require(chatt.audioSHA256))
    let service = try service("clip \(digest)")
    let (status, text) = try await post(
      service, "/v1/chatts", String(decoding: chatt.encoded(), as: UTF8.self))
    #expect(status == 403 && text.contains("clip-blocked"))
    #expect(try await service.timeline.audio().isEmpty)
  }

  @Test func findsWordsInLongMessages() async throws {
    let service = try service("word bad")
    let long = String(repeating: "good ", count: PostReview.loopBytesMax)
    for (end, expected) in [("bad", 403), ("fine", 422)] {
      // The second one is over the limit of messages, which is checked first.
      let message = expected == 403 ? String(long.prefix(20_000)) + end : long + end
      let (status, _) = try await post(
        service, "/postchatt/", #"{"username":"ana","message":"\#(message)"}"#)
      #expect(status == expected)
    }
  }

  @Test func usesAListThatReplacesAnother() async throws {
    let slot = BlocklistSlot(Blocklist())
    let service = TestService { $0.review.blocklist = slot }
    let json = #"{"username":"ana","message":"bad"}"#
    #expect(try await post(service, "/postchatt/", json).status == 200)
    slot.replace(with: try Blocklist(Array("word bad".utf8)))
    #expect(try await post(service, "/postchatt/", json).status == 403)
  }

  @Test func letsTheWebhookDecide() async throws {
    let asked = Lock(0)
    let webhook = PostWebhook(
      send: { json in
        asked.withLock { $0 += 1 }
        let isBad = String(decoding: json, as: UTF8.self).contains("bad")
        return (isBad ? 403 : 204, Array(#"{"detail":"be kind"}"#.utf8))
      }, report: { _ in })
    let service = try service("word worst", webhook: webhook)
    let post = { (message: String) in
      try await self.post(
        service, "/v1/chatts", #"{"username":"ana","message":"\#(message)"}"#)
    }
    let refused = try await post("bad")
    #expect(refused.status == 403 && refused.text.contains("be kind"))
    #expect(refused.text.contains("post-refused"))
    #expect(try await post("worst").status == 403)
    #expect(asked.withLock { $0 } == 1, "the list decides first")
    #expect(try await service.timeline.chatts().isEmpty)
  }
}

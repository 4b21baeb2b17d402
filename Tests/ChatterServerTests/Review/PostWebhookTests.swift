import Chatter
import HTTP
import System
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

final class PostWebhookTests: Sendable {
  struct Away: Error {}

  private let reasons = Lock<[String]>([])

  private func webhook(_ send: @escaping PostWebhook.Send) -> PostWebhook {
    PostWebhook(send: send, report: { [self] reason in reasons.withLock { $0.append(reason) } })
  }

  private func denial(_ webhook: PostWebhook) async -> Problem? {
    do throws(Problem) {
      try await webhook.review(NewChatt(username: "ana", message: "hi"), for: "192.0.2.7")
      return nil
    } catch {
      return error
    }
  }

  @Test func describesThePost() async throws {
    #expect(
      PostWebhook.body(of: NewChatt(username: "a\"b", message: "hi\n"))
        == Array(#"{"username":"a\"b","message":"hi\n","audio":null}"#.utf8))
    var chatt = NewChatt(username: "ana", message: nil)
    try chatt.setAudio(TinyClip.bytes(), metadata: .stripLocation)
    let document = try #require(try JSONDocument(PostWebhook.body(of: chatt)[...]).object)
    let clip = try #require(chatt.audio)
    let digest = try #require(chatt.audioSHA256)
    #expect(document["message"] == .null)
    #expect(
      document["audio"]
        == .object([
          "sha256": .text(StoredChatt.hex(digest)), "bytes": .number(Double(clip.bytes.count)),
          "duration": .number(clip.facts.duration / .seconds(1)),
        ]))
  }

  @Test(arguments: [200, 201, 204, 299])
  func acceptsSuccess(status: Int) async {
    #expect(await denial(webhook { _ in (status, []) }) == nil)
  }

  @Test func refusesWithTheDetailOfTheWebhook() async {
    let long = String(repeating: "x", count: 600)
    for (body, detail) in [
      (#"{"detail":"no links"}"#, "no links"),
      (#"{"detail":"\#(long)"}"#, String(long.prefix(500))),
      // Characters that hide or reorder text, and line breaks.
      (#"{"detail":"a\u202eb\nc\u0007d\u2066"}"#, "a\u{FFFD}b c d\u{FFFD}"),
      (#"{"detail":"👩‍👩‍👧 é"}"#, "👩‍👩‍👧 é"),
      ("", nil), ("not JSON", nil), (#"{"detail":7}"#, nil), (#"{"detail":""}"#, nil),
    ] as [(String, String?)] {
      let denial = await denial(webhook { _ in (403, Array(body.utf8)) })
      #expect(denial == .refused(detail))
      #expect(denial?.status == .forbidden)
    }
  }

  @Test(arguments: [100, 199, 300, 302, 400, 401, 404, 422, 429, 500, 503])
  func isUndecidedForEveryOtherStatus(status: Int) async {
    #expect(await denial(webhook { _ in (status, []) }) == .notReviewed)
    #expect(reasons.withLock { $0 } == ["status \(status)"])
  }

  @Test func isUndecidedWithoutAResponse() async {
    let denial = await denial(webhook { _ in throw Away() })
    #expect(denial == .notReviewed)
    #expect(denial?.status == .serviceUnavailable)
    #expect(denial?.fields[.retryAfter] == "5")
    #expect(reasons.withLock { $0 } == ["Away()"])
  }

  @Test func admitsOthersBesideAnAddressWithManyPosts() async throws {
    let share = PostWebhook.concurrentPerAddressMax
    let (gates, continuation) = AsyncStream<(String, CheckedContinuation<Void, Never>)>.makeStream()
    let webhook = webhook { json in
      let name = String(decoding: json, as: UTF8.self)
      await withCheckedContinuation { continuation.yield((name, $0)) }
      return (200, [])
    }
    func post(_ name: String) async -> Problem? {
      do throws(Problem) {
        try await webhook.review(NewChatt(username: name, message: "hi"), for: name)
        return nil
      } catch {
        return error
      }
    }
    await withTaskGroup(of: Problem?.self) { group in
      for _ in 0..<(share + 10) { group.addTask { await post("many") } }
      while webhook.waitingCount < 10 { await Task.yield() }
      group.addTask { await post("one") }
      var iterator = gates.makeAsyncIterator()
      var held: [(String, CheckedContinuation<Void, Never>)] = []
      while held.count < share + 1 { if let next = await iterator.next() { held.append(next) } }
      #expect(held.count { $0.0.contains("one") } == 1 && webhook.waitingCount == 10)
      for (_, gate) in held { gate.resume() }
      for _ in 0..<10 { await iterator.next()?.1.resume() }
      for await denial in group { #expect(denial == nil) }
    }
    #expect(reasons.withLock { $0 }.isEmpty)
  }
}

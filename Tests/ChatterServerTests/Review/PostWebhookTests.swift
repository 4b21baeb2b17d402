import Chatter
import EventLoop
import HTTP
import TestSupport
import Testing

@testable import ChatterServer

final class PostWebhookTests: Sendable {
  struct Away: Error {}

  private let reasons = Lock<[String]>([])

  private func webhook(_ send: @escaping PostWebhook.Send) -> PostWebhook {
    PostWebhook(send: send, report: { [self] reason in reasons.withLock { $0.append(reason) } })
  }

  private func denial(_ webhook: PostWebhook) async -> AccessDenial? {
    do throws(AccessDenial) {
      try await webhook.review(NewChatt(username: "ana", message: "hi"))
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
      ("", nil), ("not JSON", nil), (#"{"detail":7}"#, nil), (#"{"detail":""}"#, nil),
    ] as [(String, String?)] {
      let denial = await denial(webhook { _ in (403, Array(body.utf8)) })
      #expect(denial == .refused(detail))
      #expect(denial?.problem.status == .forbidden)
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
    #expect(denial?.problem.status == .serviceUnavailable)
    #expect(denial?.problem.fields[.retryAfter] == "5")
    #expect(reasons.withLock { $0 } == ["Away()"])
  }

  @Test func limitsTheRequestsAtTheSameTime() async {
    let most = PostWebhook.concurrentMax
    let (gates, continuation) = AsyncStream<CheckedContinuation<Void, Never>>.makeStream()
    let webhook = webhook { _ in
      await withCheckedContinuation { continuation.yield($0) }
      return (200, [])
    }
    await withTaskGroup(of: AccessDenial?.self) { group in
      for _ in 0..<most { group.addTask { await self.denial(webhook) } }
      var held: [CheckedContinuation<Void, Never>] = []
      for await gate in gates {
        held.append(gate)
        if held.count == most { break }
      }
      #expect(await denial(webhook) == .notReviewed)
      for gate in held { gate.resume() }
      for await denial in group { #expect(denial == nil) }
    }
    #expect(reasons.withLock { $0 } == ["too many requests at the same time"])
  }
}

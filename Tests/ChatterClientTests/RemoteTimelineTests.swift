import Chatter
import TestSupport
import Testing

@testable import ChatterClient

@Suite("RemoteTimeline")
struct RemoteTimelineTests {
  private let chatt = NewChatt(username: "ada", message: "m")

  private func timeline(_ outcome: ScriptedTransport.Outcome) throws -> RemoteTimeline {
    RemoteTimeline(
      try Server(url: "https://chatter.test"), transport: ScriptedTransport([outcome]),
      retries: .never)
  }

  static let errors: [(ClientError, TimelineError)] = [
    (.network(.timedOut), .timedOut),
    (.network(.cutOff), .unavailable(retryAfter: .seconds(1))),
    (.network(.refused), .unavailable(retryAfter: .seconds(1))),
    (.network(.unknownHost("a")), .unavailable(retryAfter: .seconds(1))),
    (.tls(.expired), .untrusted(ClientError.tls(.expired).description)),
    (.status(422, "no"), .refused("no")), (.status(413, "no"), .refused("no")),
    (.status(429, "no"), .unavailable(retryAfter: .seconds(1))),
    (.status(503, "no"), .unavailable(retryAfter: .seconds(1))),
    (.status(500, "no"), .malformedAnswer(ClientError.status(500, "no").description)),
    (.malformedAnswer("x"), .malformedAnswer(ClientError.malformedAnswer("x").description)),
    (
      .tooLarge(bytesMax: 1 << 20),
      .malformedAnswer(ClientError.tooLarge(bytesMax: 1 << 20).description)
    ),
    (.cancelled, .cancelled),
  ]

  @Test("each error of a call is one of a timeline", arguments: errors)
  func failures(error: ClientError, wanted: TimelineError) async throws {
    let timeline = try timeline(.failure(error))
    await #expect(throws: wanted) { try await timeline.chatts() }
    await #expect(throws: wanted) { try await timeline.audio() }
  }

  @Test("the server's word on when to come back is passed on")
  func retryAfter() async throws {
    let timeline = try timeline(.answer(503, "", retryAfter: .seconds(7)))
    let wanted = TimelineError.unavailable(retryAfter: .seconds(7))
    await #expect(throws: wanted) { try await timeline.chatts() }
    await #expect(throws: wanted) { try await timeline.post(chatt) }
  }

  @Test("a post that was cancelled was cancelled")
  func cancelledPost() async throws {
    let timeline = try timeline(.failure(.cancelled))
    await #expect(throws: TimelineError.cancelled) { try await timeline.post(chatt) }
  }

  @Test(
    "a post whose answer is lost for good, or says nothing of it, has an unknown outcome",
    arguments: [
      ClientError.network(.timedOut), .network(.cutOff), .status(502, "x"), .status(504, "x"),
      .status(500, "x"), .malformedAnswer("x"), .tooLarge(bytesMax: 1),
    ])
  func lostAnswer(error: ClientError) async throws {
    let timeline = try timeline(.failure(error))
    await #expect(throws: TimelineError.outcomeUnknown) { try await timeline.post(chatt) }
  }

  @Test("a post that was refused was refused")
  func refusedPost() async throws {
    let timeline = try timeline(.answer(422, #"{"error":"no"}"#))
    await #expect(throws: TimelineError.refused("no")) { try await timeline.post(chatt) }
  }

  @Test("the calls are getchatts, getaudio and the chatt's own; a key is sent as it was given")
  func calls() async throws {
    let transport = ScriptedTransport([
      .answer(200, "[]"), .answer(200, "[]"), .answer(200, "{}"),
    ])
    let timeline = RemoteTimeline(
      try Server(url: "https://chatter.test"), transport: transport, retries: .never)
    let key = try PostKey(fieldValue: "mine", call: .postChatt)
    _ = try await timeline.chatts()
    let heard = try await timeline.audio().collect()
    let id = try await timeline.post(chatt, once: key)
    #expect(heard.isEmpty && id == nil)
    try await timeline.post(NewChatt(username: "a", message: nil, audio: try TinyClip.clip()))
    #expect(transport.requests.map(\.call) == [.getChatts, .getAudio, .postChatt, .postAudio])
    #expect(transport.requests[2].key == key && transport.requests[3].key != nil)
  }
}

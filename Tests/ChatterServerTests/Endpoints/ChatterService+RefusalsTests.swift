import Chatter
import HTTP
import Testing

@testable import ChatterServer

struct PostRefusalTests {
  @Test func refusesTooLongAnnouncedBodiesUnread() async throws {
    let service = TestService { $0.bodyBytesMax = 1000 }
    let body = CountedBody(announced: 1001)
    let response = try await service.send(.post, "/postaudio/", body: body)
    #expect(response.status == .contentTooLarge)
    #expect(
      try await response.errorMessage() == "the request body is longer than the limit of 1000 bytes"
    )
    #expect(body.readCount == 0)
  }

  @Test func limitsPostchattBodiesToTheLongestPossibleMessage() async throws {
    let service = TestService { $0.messageBytesMax = 1000 }
    let name = String(repeating: #"\ud83c\udfa7"#, count: 255)
    let message = String(repeating: #"\u0007"#, count: 1000)
    let json = Array(#"{"username":"\#(name)","message":"\#(message)"}"#.utf8)
    #expect(try await service.send(.post, "/postchatt", body: BufferedBody(json)).status == .ok)
    let body = CountedBody(announced: 12_097)
    let response = try await service.send(.post, "/postchatt/", body: body)
    #expect(response.status == .contentTooLarge)
    #expect(
      try await response.errorMessage()
        == "the request body is longer than the limit of 12096 bytes")
    #expect(body.readCount == 0)
  }

  @Test(arguments: [Call.postChatt, .postAudio])
  func refusesTooManyMembersOrValues(call: Call) async throws {
    let members = "{" + String(repeating: #""\/":0,"#, count: 65) + #""a":0}"#
    let values = #"{"a":["# + String(repeating: "0,", count: 1024) + "0]}"
    for (json, limit) in [
      (members, "64 members at byte 449"), (values, "1024 values at byte 2052"),
    ] {
      let response = try await TestService().post(call, json)
      #expect(response.status == .badRequest)
      #expect(
        try await response.errorMessage()
          == "body is over the limit of \(limit): send only the members of the call")
    }
  }

  @Test func stopsReadingABodyThatGrowsPastTheLimit() async throws {
    let service = TestService { $0.bodyBytesMax = 10_000 }
    let body = CountedBody(Array(repeating: 0x20, count: 1 << 20))
    let response = try await service.send(.post, "/postaudio/", body: body)
    #expect(response.status == .contentTooLarge)
    #expect(body.readCount == 3, "chunks of 4096 bytes")
  }

  @Test(
    arguments: [
      (.truncated, 400), (.compressedTooMuch(ratioMax: 20), 413),
      (.tooManyMembers(countMax: 9), 400), (.timedOut, 408), (.malformed(.invalidChunkSize), 400),
      (.notAvailable, 500),
    ] as [(RequestBodyError, Int)])
  func mapsErrorsOfTheBodyToStatuses(error: RequestBodyError, status: Int) async throws {
    let service = TestService()
    let response = try await service.send(
      .post, "/postchatt", body: CountedBody(failure: error))
    #expect(response.status.code == status)
    #expect(service.events.failures.count == (status == 500 ? 1 : 0))
  }

  @Test func refusesTooFrequentPostsUnreadWithRetryAfter() async throws {
    let service = TestService { $0.rateLimiter = RateLimiter(postsPerSecond: 0.05) }
    let json = Array(#"{"username":"a","message":"b"}"#.utf8)
    #expect(
      try await service.send(.post, "/postchatt", body: BufferedBody(json)).status == .ok)
    for path in ["/postchatt/", "/postaudio"] {
      let body = CountedBody(json, announced: json.count)
      let response = try await service.send(.post, path, body: body)
      #expect(response.status == .tooManyRequests)
      #expect(response.fields[.retryAfter] == "20")
      #expect(try await response.errorMessage()?.contains("too many posts") == true)
      #expect(body.readCount == 0)
    }
    let other = try await service.send(
      .post, "/postchatt", body: BufferedBody(json), from: "192.0.2.8")
    #expect(other.status == .ok)
    #expect(try await service.send(.get, "/getchatts").status == .ok, "reading is not limited")
  }

  @Test func aSearchCountsAsAPost() async throws {
    let service = TestService { $0.rateLimiter = RateLimiter(postsPerSecond: 0.05) }
    #expect(try await service.send(.get, "/v1/chatts?q=word").status == .ok)
    let response = try await service.send(.get, "/v1/chatts?q=word")
    #expect(response.status == .tooManyRequests && response.fields[.retryAfter] == "20")
    #expect(try await response.text().contains(#""code":"too-many-searches""#))
    #expect(try await service.send(.get, "/v1/chatts").status == .ok, "reading is not limited")
  }

  @Test func aDeletionCountsAsAPost() async throws {
    let service = TestService { $0.rateLimiter = RateLimiter(postsPerSecond: 0.05) }
    let path = "/v1/chatts/01942485-5e23-7d27-9f0c-0d6a4b0e8a51"
    #expect(try await service.send(.delete, path).status == .unauthorized)
    let response = try await service.send(.delete, path)
    #expect(response.status == .tooManyRequests && response.fields[.retryAfter] == "20")
    #expect(try await response.text().contains(#""code":"too-many-deletions""#))
  }
}

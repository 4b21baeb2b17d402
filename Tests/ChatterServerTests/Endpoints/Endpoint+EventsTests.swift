import HTTP
import System
import TestSupport
import Testing

@testable import ChatterServer

struct ChatterServiceEventsTests {
  /// Runs a test with a service that has events.
  private func withService(
    streamsMax: Int = 10,
    _ body: @escaping @Sendable (ChatterService, EventFeed, FeedFixture) async throws -> Void
  ) async throws {
    try await FeedFixture.withFeed {
      $0.streamsMax = streamsMax
    } _: { loop, fixture, feed in
      let service = ChatterService(
        postStore: TestService().timeline, lists: NoLists(), chatts: NoChatts(),
        events: feed.source(on: loop),
        settings: ChatterService.Settings(), report: { _ in })
      try await body(service, feed, fixture)
    }
  }

  private static func chunk(_ response: Response) async throws -> String {
    guard case .stream(nil, let stream) = response.body else { return "" }
    return String(decoding: try await stream.next() ?? [], as: UTF8.self)
  }

  @Test func returnsAStreamWithTheContractsFields() async throws {
    try await withService { service, _, _ in
      let response = await service.respond(to: try .test(.get, "/v1/events"))
      #expect(response.status == .ok)
      #expect(response.fields[.contentType] == "text/event-stream")
      #expect(response.fields[.cacheControl] == "no-store")
      #expect(response.fields[.accelBuffering] == "no")
      #expect(try await Self.chunk(response).hasPrefix("retry: "))
      let head = await service.respond(to: try .test(.head, "/v1/events"))
      #expect(head.fields[.contentType] == "text/event-stream" && head.body.announcedBytes == 0)
    }
  }

  @Test func prefersTheFieldToTheParameter() async throws {
    try await withService { service, _, fixture in
      let position = "\(fixture.database.withLock { $0.position })"
      let field = try FieldValue(position)
      for (target, fields) in [
        ("/v1/events?since=\(position)", [:]),
        ("/v1/events?since=junk", [.lastEventID: field]),
        ("/v1/events?since=junk&lastEventId=\(position)", [:]),
        ("/v1/events?Last-Event-ID=\(position)&lastEventId=", [:]),
        ("/v1/events?since=\(position)", [.lastEventID: ""]),
      ] as [(String, HeaderFields)] {
        let response = await service.respond(to: try .test(.get, target, fields: fields))
        #expect(try await !Self.chunk(response).contains("reset"))
      }
      let other = await service.respond(
        to: try .test(.get, "/v1/events?since=\(position)", fields: [.lastEventID: "junk"]))
      #expect(try await Self.chunk(other).contains("event: reset"))
    }
  }

  @Test func refusesStreamsBeyondTheQuotaUntilOneEnds() async throws {
    try await withService(streamsMax: 1) { service, _, _ in
      var first: Response? = await service.respond(to: try .test(.get, "/v1/events"))
      #expect(first?.status == .ok)
      let second = await service.respond(to: try .test(.get, "/v1/events"))
      #expect(second.status == .serviceUnavailable && second.fields[.retryAfter] == "30")
      #expect(try await second.text().contains(#""code":"too-many-streams""#))
      first = nil
      let third = await service.respond(to: try .test(.get, "/v1/events"))
      #expect(third.status == .ok)
    }
  }

  @Test func refusesStreamsAtTheEndAndInvalidParameters() async throws {
    try await withService { service, feed, _ in
      let invalid = await service.respond(to: try .test(.get, "/v1/events?audio=x"))
      #expect(invalid.status == .badRequest)
      feed.end()
      let response = await service.respond(to: try .test(.get, "/v1/events"))
      #expect(response.status == .serviceUnavailable && response.fields[.retryAfter] == "1")
      #expect(try await response.text().contains(#""code":"events-unavailable""#))
    }
  }
}

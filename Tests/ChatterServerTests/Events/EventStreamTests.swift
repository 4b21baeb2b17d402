import Chatter
import System
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

struct EventStreamTests {
  @Test func beginsWithThePositionForAClientWithoutOne() async throws {
    try await FeedFixture.withFeed { loop, fixture, feed in
      let stream = try await fixture.stream(of: feed, feed.source(on: loop))
      #expect(!stream.isWaiting)
      let text = String(decoding: try #require(await stream.next()), as: UTF8.self)
      #expect(text == "retry: 2000\nid: \(fixture.database.withLock { $0.position })\n\n")
      #expect(stream.isWaiting)
    }
  }

  @Test func replaysWhatWasMissedThenContinues() async throws {
    try await FeedFixture.withFeed { loop, fixture, feed in
      let source = feed.source(on: loop)
      try fixture.post(2)
      let position = fixture.database.withLock { $0.position }
      // Under way all the time: it is committed after the others.
      fixture.database.withLock { $0.begin() }
      try fixture.post(5)
      let stream = try await fixture.stream(of: feed, source, since: "\(position)")
      try fixture.post(3)
      feed.changed()
      #expect(try await stream.events(8).count == 8)
      try fixture.database.withLock { database in
        try database.change(0, isChatt: true)
        database.end(0, isCommit: true)
      }
      feed.changed()
      let last = try await stream.events(1)
      #expect(fixture.database.withLock { $0.names }.last == last[0].summary)
    }
  }

  @Test(arguments: ["", "junk", "other-1:1:", "e-1:99999:", "e-101:102:101/101.1.1"])
  func resetsAClientWithAnUnknownPosition(position: String) async throws {
    try await FeedFixture.withFeed { loop, fixture, feed in
      fixture.database.withLock { $0.begin() }
      fixture.database.withLock { $0.begin() }
      let stream = try await fixture.stream(of: feed, feed.source(on: loop), since: position)
      let events = try #require(await stream.events())
      let now = "\(fixture.database.withLock { $0.position })"
      #expect(events.map(\.name) == ["", "reset"] && events.map(\.id) == [now, now])
      try fixture.post(1)
      feed.changed()
      #expect(try await stream.events(1).map(\.name) == ["chatt"])
    }
  }

  @Test func resetsAClientThatMissedTooMuch() async throws {
    try await FeedFixture.withFeed { loop, fixture, feed in
      let source = feed.source(on: loop)
      let position = fixture.database.withLock { $0.position }
      try fixture.post(3)
      let stream = try await fixture.stream(of: feed, source, since: "\(position)")
      #expect(try await stream.next() != nil)
      fixture.hasGap.withLock { $0 = true }
      #expect(try await stream.events(1).map(\.name) == ["reset"])
    }
  }

  @Test func sendsOnlyWhatItsFilterShows() async throws {
    try await FeedFixture.withFeed { loop, fixture, feed in
      let source = feed.source(on: loop)
      let position = fixture.database.withLock { $0.position }
      try fixture.post(3)
      var filter = ChattFilter()
      filter.username = "bob"
      let stream = try await fixture.stream(of: feed, source, since: "\(position)", filter)
      _ = try await stream.next()
      try fixture.post(2)
      feed.changed()
      _ = try await feed.point()
      let waiting = loop.start(stream) { try? await $0.next() }
      feed.end()
      #expect(await waiting.value == nil)
    }
  }

  @Test func endsWhenItsNextEventHasLeftTheLog() async throws {
    try await FeedFixture.withFeed { loop, fixture, feed in
      let stream = try await fixture.stream(of: feed, feed.source(on: loop))
      _ = try await stream.next()
      fixture.batchMax.withLock { $0 = EventLog.countMax }
      try fixture.post(EventLog.countMax + 1)
      feed.changed()
      _ = try await feed.point()
      #expect(try await stream.next() == nil)
    }
  }

  @Test func callsWhenItIsReady() async throws {
    try await FeedFixture.withFeed { loop, fixture, feed in
      let stream = try await fixture.stream(of: feed, feed.source(on: loop))
      var calls = 0
      stream.whenReady { calls += 1 }
      #expect(calls == 1)
      _ = try await stream.next()
      stream.whenReady { calls += 1 }
      #expect(calls == 1 && stream.isWaiting)
      try fixture.post(1)
      feed.changed()
      let end = Deadline.after(soon)
      while calls < 2, !end.hasPassed { try await loop.nextTick() }
      #expect(calls == 2 && !stream.isWaiting)
      #expect(try await stream.events()?.count == 1)
    }
  }
}

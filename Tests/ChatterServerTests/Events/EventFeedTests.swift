import System
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

struct EventFeedTests {
  @Test func sendsWhatIsCommittedToEveryStream() async throws {
    try await FeedFixture.withFeed { loop, fixture, feed in
      let source = feed.source(on: loop)
      try fixture.post(3)
      var streams: [EventStream] = []
      for _ in 0..<5 { streams.append(try await fixture.stream(of: feed, source)) }
      try fixture.post(7)
      feed.changed()
      let names = fixture.database.withLock { $0.names }
      for stream in streams {
        #expect(try await stream.events(7).map(\.summary) == Array(names[3...]))
        // A stream without a position starts now.
        #expect(stream.isWaiting)
      }
    }
  }

  @Test func pollsWithoutAReason() async throws {
    try await FeedFixture.withFeed {
      $0.pollInterval = .milliseconds(1)
    } _: { loop, fixture, feed in
      let stream = try await fixture.stream(of: feed, feed.source(on: loop))
      for _ in 0..<5 {
        try fixture.post(1)
        #expect(try await stream.events(1).count == 1)
      }
    }
  }

  @Test func reachesPointsThatIncludeEverythingBefore() async throws {
    try await FeedFixture.withFeed { _, fixture, feed in
      let ticket = try #require(feed.admit("a"))
      for _ in 0..<20 {
        try fixture.post(3)
        let snapshot = fixture.database.withLock { $0.snapshot }
        #expect(try await feed.point().position.seen == snapshot)
      }
      withExtendedLifetime(ticket) {}
    }
  }

  @Test func sendsACommentWithThePositionOnceAnInterval() async throws {
    try await onVirtualTime { loop, clock in
      let third = Duration.seconds(5)
      let fixture = FeedFixture(on: loop) {
        $0.commentInterval = third * 3
        $0.pollInterval = third
      }
      let feed = fixture.makeFeed()
      let stream = try await fixture.stream(of: feed, feed.source(on: loop))
      _ = try await stream.next()
      for number in 1...6 {
        try await eventually { loop.hasWait(until: .after(third)) }
        #expect(stream.isWaiting)
        try await clock.advance(by: third)
        guard number.isMultiple(of: 3) else { continue }
        try await eventually { !stream.isWaiting }
        let comment = String(decoding: try #require(await stream.next()), as: UTF8.self)
        let position = fixture.database.withLock { $0.position }
        #expect(comment == ":\nid: \(position)\n\n")
      }
      feed.end()
    }
  }

  @Test func resetsItsStreamsAfterAGapAndInANewEpoch() async throws {
    try await FeedFixture.withFeed { loop, fixture, feed in
      let stream = try await fixture.stream(of: feed, feed.source(on: loop))
      fixture.hasGap.withLock { $0 = true }
      try fixture.post(1)
      feed.changed()
      let position = fixture.database.withLock { $0.position }
      let reset = try await stream.events(1)
      #expect(reset.map(\.name) == ["reset"] && reset[0].id == "\(position)")
      fixture.hasGap.withLock { $0 = false }
      fixture.database.withLock { $0.epoch = "f" }
      feed.changed()
      #expect(try await stream.events(1).map(\.summary) == ["reset "])
      // After both, it continues.
      try fixture.post(1)
      feed.changed()
      #expect(try await stream.events(1).map(\.name) == ["chatt"])
    }
  }

  @Test func survivesFailingPolls() async throws {
    try await FeedFixture.withFeed {
      $0.pollInterval = .milliseconds(1)
    } _: { loop, fixture, feed in
      let source = feed.source(on: loop)
      let stream = try await fixture.stream(of: feed, source)
      fixture.isFailing.withLock { $0 = true }
      await #expect(throws: FeedFixture.Failure.self) {
        _ = try await fixture.stream(of: feed, source)
      }
      try fixture.post(3)
      fixture.isFailing.withLock { $0 = false }
      #expect(try await stream.events(3).count == 3)
    }
  }

  @Test func countsStreamsOfEachAddressUntilTheyEnd() async throws {
    try await FeedFixture.withFeed {
      $0.streamsMax = 3
      $0.streamsPerAddressMax = 2
    } _: { _, _, feed in
      var tickets = [feed.admit("a"), feed.admit("a")]
      #expect(!tickets.contains { $0 == nil } && feed.admit("a") == nil)
      tickets.append(feed.admit("b"))
      #expect(tickets[2] != nil && feed.admit("c") == nil)
      tickets.removeFirst()
      #expect(feed.admit("c") != nil)
    }
  }

  @Test func endsItsStreamsAndOpensNoMore() async throws {
    try await FeedFixture.withFeed { loop, fixture, feed in
      let source = feed.source(on: loop)
      let stream = try await fixture.stream(of: feed, source)
      _ = try await stream.next()
      let waiting = loop.start(stream) { try? await $0.next() == nil }
      feed.end()
      #expect(await waiting.value == true)
      #expect(!stream.isWaiting)
      await #expect(throws: Problem.noEvents) { try await feed.point() }
    }
  }

  @Test func endsWhenItsLoopStops() async throws {
    let loop = try EventLoop(name: "feed")
    let feed = try await loop.run {
      let fixture = FeedFixture(on: loop)
      let feed = fixture.makeFeed()
      _ = try await feed.point()
      return feed
    }
    let ticket = feed.admit("a")
    loop.stop()
    let end = Deadline.after(soon)
    var isEnded = false
    while !isEnded, !end.hasPassed {
      isEnded = feed.bytes(from: 0, for: ChattFilter()) == nil
    }
    withExtendedLifetime(ticket) {}
  }
}

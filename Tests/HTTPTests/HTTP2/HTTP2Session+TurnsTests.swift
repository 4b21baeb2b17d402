import HTTP
import TestSupport
import Testing

/// How much content a session lets the peer send, beside `HTTP2SessionBodiesTests`.
@Suite("HTTP2Session: turns of large bodies")
struct HTTP2SessionTurnsTests {
  private static let window = 8000

  /// A conversation that holds one body of 60,000 bytes at a time besides the streams' windows.
  private static func talk() -> Conversation {
    var limits = RequestLimits()
    limits.bodyBytesMax = 60_000
    var http2 = HTTP2Limits()
    http2.streamsMax = 20
    http2.streamWindowBytes = window
    http2.connectionWindowBytes = 65_535
    http2.bodyBytesHeldMax = http2.bodyBytesHeldMin(with: limits)
    let talk = Conversation(limits: limits, http2: http2)
    // A peer that does not know our settings yet may send more on a stream.
    talk.run()
    return talk
  }

  private static func post(
    _ talk: Conversation, _ count: Int, _ fields: [(String, String)] = [], isAnnounced: Bool = true
  ) -> Int32 {
    let length = isAnnounced ? [("content-length", "\(count)")] : []
    return talk.peer.request(
      "POST", "/", fields + length, body: [UInt8](repeating: 0x61, count: count))
  }

  /// Reads all that a body gives until nothing moves any more; how much that was.
  private static func read(_ talk: Conversation, _ id: Int32) throws -> (count: Int, isWhole: Bool)
  {
    var count = 0
    while true {
      let (text, isWhole) = try talk.body(of: id)
      count += text.utf8.count
      if isWhole || text.isEmpty { return (count, isWhole) }
      talk.run()
    }
  }

  @Test(
    "one large body comes at a time, the others as far as their windows", arguments: [true, false])
  func inTurn(isAnnounced: Bool) throws {
    let talk = Self.talk()
    let ids = (0..<12).map { _ in Self.post(talk, 50_000, isAnnounced: isAnnounced) }
    talk.run()
    for id in ids { _ = try talk.body(of: id) }
    talk.run()
    for (index, id) in ids.enumerated() {
      #expect(talk.session.bodyTurn(of: id) == .taken)
      // Half-received bodies do not keep each other waiting: this one comes to its end.
      _ = try Self.read(talk, id)
      #expect(talk.peer.bodyBytesLeft(on: id) == 0)
      for other in ids[(index + 1)...] {
        _ = try Self.read(talk, other)
        #expect(talk.session.bodyTurn(of: other) == .awaited)
        #expect(talk.peer.bodyBytesLeft(on: other) == 50_000 - Self.window)
      }
      try talk.answer(id, "ok")
      #expect(talk.session.releaseBody(of: id))
      talk.run()
      #expect(talk.peer.responses[id]?.status == 200)
    }
  }

  @Test("small bodies never wait, announced or not", arguments: [true, false])
  func small(isAnnounced: Bool) throws {
    let talk = Self.talk()
    let large = (0..<10).map { _ in Self.post(talk, 60_000) }
    talk.run()
    for id in large { _ = try talk.body(of: id) }
    talk.run()
    for _ in 0..<50 {
      let id = Self.post(
        talk, isAnnounced ? Self.window : Self.window / 2, isAnnounced: isAnnounced)
      talk.run()
      #expect(try Self.read(talk, id).isWhole)
      #expect(talk.session.bodyTurn(of: id) == .notNeeded)
      try talk.answer(id, "ok")
      #expect(!talk.session.releaseBody(of: id))
      talk.run()
    }
  }

  @Test("a body that is to be decoded is not given out before its turn, and is in nobody's way")
  func coded() throws {
    let talk = Self.talk()
    let first = Self.post(talk, 60_000)
    let gzip = [("content-encoding", "gzip")]
    talk.run()
    _ = try talk.body(of: first)
    let coded = (0..<10).map { _ in Self.post(talk, Self.window, gzip) }
    talk.run()
    for id in coded { #expect(try talk.body(of: id) == ("", false)) }
    talk.run()
    #expect(try Self.read(talk, first).isWhole)
    try talk.answer(first, "ok")
    talk.session.releaseBody(of: first)
    for id in coded {
      #expect(talk.serve() == [] || talk.events.contains("bodyArrived \(id)"))
      #expect(talk.session.bodyTurn(of: id) == .taken)
      #expect(try Self.read(talk, id) == (Self.window, true))
      #expect(talk.session.releaseBody(of: id))
    }
  }

  @Test("100 is not said before the turn")
  func continues() throws {
    let talk = Self.talk()
    let first = Self.post(talk, 60_000)
    let second = talk.peer.request(
      "POST", "/", [("expect", "100-continue"), ("content-length", "50000")], body: [],
      isLast: false)
    talk.run()
    _ = try talk.body(of: first)
    #expect(try talk.body(of: second) == ("", false))
    talk.run()
    #expect(talk.peer.responses[second]?.status == nil)
    talk.session.releaseBody(of: first)
    #expect(try talk.body(of: second) == ("", false))
    talk.run()
    #expect(talk.events.contains("bodyArrived \(second)"))
    #expect(talk.peer.responses[second]?.status == 100)
  }

  @Test(
    "a stream that is reset keeps its turn until the app is done, one that waited loses its own")
  func reset() throws {
    let talk = Self.talk()
    let ids = (0..<4).map { _ in Self.post(talk, 50_000) }
    talk.run()
    for id in ids { _ = try talk.body(of: id) }
    talk.peer.reset(ids[0])
    talk.peer.reset(ids[1])
    talk.run()
    #expect(talk.session.bodyTurn(of: ids[2]) == .awaited)
    #expect(!talk.session.releaseBody(of: ids[1]))
    #expect(talk.session.bodyTurn(of: ids[2]) == .awaited)
    #expect(talk.session.releaseBody(of: ids[0]))
    #expect(talk.session.bodyTurn(of: ids[2]) == .taken)
    #expect(talk.session.bodyTurn(of: ids[3]) == .awaited)
  }

  @Test("a body that is given up while it waits is not in the way of the next")
  func discarded() throws {
    let talk = Self.talk()
    let ids = (0..<3).map { _ in Self.post(talk, 50_000) }
    talk.run()
    for id in ids { _ = try talk.body(of: id) }
    talk.session.releaseBody(of: ids[1])
    talk.session.discardBody(of: ids[1])
    try talk.answer(ids[1], "no", .serviceUnavailable)
    talk.run()
    #expect(talk.peer.responses[ids[1]]?.status == 503)
    talk.session.releaseBody(of: ids[0])
    #expect(talk.session.bodyTurn(of: ids[2]) == .taken)
  }
}

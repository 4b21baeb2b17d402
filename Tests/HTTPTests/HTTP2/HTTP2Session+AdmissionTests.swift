import HTTP
import TestSupport
import Testing

struct HTTP2SessionAdmissionTests {
  private let talk: Conversation = Self.talk()

  private static let window = 8000

  /// Returns a conversation that holds one body of 60,000 bytes besides the windows of streams.
  private static func talk() -> Conversation {
    var limits = RequestLimits()
    limits.bodyBytesMax = 60_000
    var http2 = HTTP2Limits()
    http2.streamsMax = 20
    http2.streamWindowBytes = window
    http2.connectionWindowBytes = 65_535
    http2.bodyBytesHeldMax = http2.bodyBytesHeldMin(with: limits)
    let talk = Conversation(limits: limits, http2: http2)
    // Before the peer has read the settings, it may send more on a stream.
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

  /// Reads a body until no more bytes arrive; returns their number.
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

  @Test(arguments: [true, false])
  func admitsOneLargeBodyAtATime(isAnnounced: Bool) throws {
    let ids = (0..<12).map { _ in Self.post(talk, 50_000, isAnnounced: isAnnounced) }
    talk.run()
    for id in ids { _ = try talk.body(of: id) }
    talk.run()
    for (index, id) in ids.enumerated() {
      #expect(talk.session.bodyAdmission(of: id) == .granted)
      // Incomplete bodies do not block each other: this one is received completely.
      _ = try Self.read(talk, id)
      #expect(talk.peer.bodyBytesLeft(on: id) == 0)
      for other in ids[(index + 1)...] {
        _ = try Self.read(talk, other)
        #expect(talk.session.bodyAdmission(of: other) == .awaited)
        #expect(talk.peer.bodyBytesLeft(on: other) == 50_000 - Self.window)
      }
      try talk.respond(to: id, "ok")
      #expect(talk.session.releaseBody(of: id))
      talk.run()
      #expect(talk.peer.responses[id]?.status == 200)
    }
  }

  @Test(arguments: [true, false])
  func acceptsSmallBodiesWithoutWaiting(isAnnounced: Bool) throws {
    let large = (0..<10).map { _ in Self.post(talk, 60_000) }
    talk.run()
    for id in large { _ = try talk.body(of: id) }
    talk.run()
    for _ in 0..<50 {
      let id = Self.post(
        talk, isAnnounced ? Self.window : Self.window / 2, isAnnounced: isAnnounced)
      talk.run()
      #expect(try Self.read(talk, id).isWhole)
      #expect(talk.session.bodyAdmission(of: id) == .notNeeded)
      try talk.respond(to: id, "ok")
      #expect(!talk.session.releaseBody(of: id))
      talk.run()
    }
  }

  @Test func holdsBackACodedBodyUntilItIsAdmitted() throws {
    let first = Self.post(talk, 60_000)
    let gzip = [("content-encoding", "gzip")]
    talk.run()
    _ = try talk.body(of: first)
    let coded = (0..<10).map { _ in Self.post(talk, Self.window, gzip) }
    talk.run()
    for id in coded { #expect(try talk.body(of: id) == ("", false)) }
    talk.run()
    #expect(try Self.read(talk, first).isWhole)
    try talk.respond(to: first, "ok")
    talk.session.releaseBody(of: first)
    for id in coded {
      #expect(talk.serve() == [] || talk.events.contains("bodyArrived \(id)"))
      #expect(talk.session.bodyAdmission(of: id) == .granted)
      #expect(try Self.read(talk, id) == (Self.window, true))
      #expect(talk.session.releaseBody(of: id))
    }
  }

  @Test func sendsContinueOnlyAfterAdmission() throws {
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

  @Test func keepsAdmissionAfterAResetUntilTheBodyIsReleased() throws {
    let ids = (0..<4).map { _ in Self.post(talk, 50_000) }
    talk.run()
    for id in ids { _ = try talk.body(of: id) }
    talk.peer.reset(ids[0])
    talk.peer.reset(ids[1])
    talk.run()
    #expect(talk.session.bodyAdmission(of: ids[2]) == .awaited)
    #expect(!talk.session.releaseBody(of: ids[1]))
    #expect(talk.session.bodyAdmission(of: ids[2]) == .awaited)
    #expect(talk.session.releaseBody(of: ids[0]))
    #expect(talk.session.bodyAdmission(of: ids[2]) == .granted)
    #expect(talk.session.bodyAdmission(of: ids[3]) == .awaited)
  }

  @Test func skipsADiscardedBodyThatWaits() throws {
    let ids = (0..<3).map { _ in Self.post(talk, 50_000) }
    talk.run()
    for id in ids { _ = try talk.body(of: id) }
    talk.session.releaseBody(of: ids[1])
    talk.session.discardBody(of: ids[1])
    try talk.respond(to: ids[1], "no", .serviceUnavailable)
    talk.run()
    #expect(talk.peer.responses[ids[1]]?.status == 503)
    talk.session.releaseBody(of: ids[0])
    #expect(talk.session.bodyAdmission(of: ids[2]) == .granted)
  }
}

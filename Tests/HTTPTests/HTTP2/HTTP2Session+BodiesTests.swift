import HTTP
import TestSupport
import Testing

struct HTTP2SessionBodiesTests {
  private let talk = Conversation()

  @Test func opensTheStreamWindowAsTheBodyIsRead() throws {
    var http2 = HTTP2Limits()
    http2.streamWindowBytes = 1000
    let talk = Conversation(http2: http2)
    talk.run()
    let id = talk.peer.request("POST", body: [UInt8](repeating: 0x61, count: 2500))
    talk.run()
    #expect(talk.peer.window(of: id) == 0)
    #expect(try talk.body(of: id) == (String(repeating: "a", count: 1000), false))
    talk.run()
    #expect(try talk.body(of: id).text.count == 1000)
    talk.run()
    #expect(try talk.body(of: id) == (String(repeating: "a", count: 500), true))
    #expect(talk.events == ["request 1", "bodyArrived 1", "bodyArrived 1"])
  }

  @Test func reopensTheConnectionWindowForUnreadBodies() throws {
    var http2 = HTTP2Limits()
    http2.streamWindowBytes = 60_000
    http2.connectionWindowBytes = 65_535
    let talk = Conversation(http2: http2)
    for _ in 0..<10 {
      let id = talk.peer.request("POST", body: [UInt8](repeating: 0, count: 60_000))
      talk.run()
      talk.peer.reset(id)
      talk.run()
    }
    let last = talk.peer.request("POST", body: Array("last".utf8))
    talk.run()
    #expect(try talk.body(of: last) == ("last", true))
  }

  @Test func sendsContinueOnceWhenTheBodyIsAwaited() throws {
    let id = talk.peer.request(
      "POST", "/", [("expect", "100-continue"), ("content-length", "2")], body: [], isLast: false)
    talk.run()
    #expect(talk.peer.responses[id]?.status == nil)
    #expect(try talk.body(of: id) == ("", false))
    #expect(try talk.body(of: id) == ("", false))
    talk.run()
    #expect(talk.peer.responses[id]?.status == 100)
    talk.peer.add(Array("hi".utf8), to: id, isLast: true)
    talk.run()
    #expect(try talk.body(of: id) == ("hi", true))
    try talk.respond(to: id, "ok")
    talk.run()
    #expect(talk.peer.responses[id]?.informational == [100])
    #expect(talk.peer.responses[id]?.status == 200)
  }

  @Test func respondsBeforeTheBodyWithoutContinue() throws {
    let id = talk.peer.request(
      "POST", "/", [("expect", "100-continue"), ("content-length", "2")], body: [], isLast: false)
    talk.run()
    try talk.respond(to: id, "no", .notFound)
    talk.run()
    #expect(talk.peer.responses[id]?.status == 404)
    #expect(talk.peer.responses[id]?.text == "no")
    #expect(talk.session.awaitsEndOfRequest(on: id))
    talk.session.reset(id, .noError)
    talk.run()
    #expect(!talk.session.awaitsEndOfRequest(on: id))
    #expect(talk.peer.responses[id]?.closeCode == HTTP2ErrorCode.noError.rawValue)
    #expect(talk.events == ["request 1", "streamEnded 1"])
  }

  @Test func drainsTheSmallRestOfADiscardedBody() throws {
    let id = talk.peer.request("POST", "/", [("content-length", "4")], body: [1, 2], isLast: false)
    talk.run()
    talk.session.discardBody(of: id)
    #expect(throws: RequestBodyError.notAvailable) { try talk.session.nextBody(of: id) }
    try talk.respond(to: id, "no", .notFound)
    talk.run()
    #expect(talk.peer.responses[id]?.isEnded == true)
    #expect(talk.peer.responses[id]?.closeCode == nil)
    talk.peer.add([3, 4], to: id, isLast: true)
    talk.run()
    #expect(talk.peer.responses[id]?.closeCode == 0)
    #expect(talk.session.openStreamCount == 0)
  }

  @Test(arguments: [true, false])
  func refusesABodyOverTheLimitThenResetsItsStream(isAnnounced: Bool) throws {
    var limits = RequestLimits()
    limits.bodyBytesMax = 100_000
    limits.drainBytesMax = 1000
    let talk = Conversation(limits: limits)
    let id = talk.peer.request(
      "POST", "/", isAnnounced ? [("content-length", "600000")] : [],
      body: [UInt8](repeating: 0x20, count: 600_000))
    talk.run()
    #expect(throws: RequestBodyError.tooLarge(limit: 100_000)) {
      while true { _ = try talk.session.nextBody(of: id) }
    }
    talk.session.discardBody(of: id)
    try talk.respond(to: id, "too large", .contentTooLarge)
    talk.run()
    #expect(talk.peer.responses[id]?.status == 413)
    #expect(talk.peer.responses[id]?.text == "too large")
    // The window stays closed, so that the peer does not send the rest.
    #expect(talk.session.awaitsEndOfRequest(on: id))
    #expect(talk.peer.bodyBytesLeft(on: id) > 0)
    talk.session.reset(id, .noError)
    talk.run()
    #expect(talk.peer.responses[id]?.closeCode == HTTP2ErrorCode.noError.rawValue)
    // The connection is still usable.
    let next = talk.begun("POST", body: Array("next".utf8))
    #expect(try talk.body(of: next) == ("next", true))
  }

  @Test(arguments: ["1", "3"])
  func resetsAStreamWhoseLengthDiffersFromAnnounced(announced: String) {
    let id = talk.peer.request("POST", "/", [("content-length", announced)], body: [1, 2])
    talk.run()
    #expect(talk.peer.responses[id]?.closeCode == HTTP2ErrorCode.protocolError.rawValue)
    #expect(throws: RequestBodyError.truncated) { try talk.session.nextBody(of: id) }
    #expect(!talk.isClosed)
  }

  @Test func countsUnreadBodyBytesUntilReadDiscardedOrReset() throws {
    talk.receive(
      RawFrame.preface
        + [1, 3, 5].flatMap { RawFrame.head($0, RawFrame.request("POST"), endsStream: false) }
        + [1, 3, 5].flatMap { RawFrame.data($0, "hello") })
    #expect(talk.session.unreadBodyBytes == 15)
    #expect(try talk.body(of: 1).text == "hello")
    #expect(talk.session.unreadBodyBytes == 10)
    talk.session.discardBody(of: 3)
    #expect(talk.session.unreadBodyBytes == 5)
    talk.receive(RawFrame.reset(5))
    #expect(talk.session.unreadBodyBytes == 0)
  }
}

import HTTP
import TestSupport
import Testing

struct HTTP2SessionTests {
  private let talk = Conversation()

  @Test func readsARequestAsOverHTTP11AndResponds() throws {
    let id = talk.peer.request("GET", "/getchatts/?a=b", [("accept", "*/*"), ("x-a", "Zoë")])
    talk.run()
    let head = try #require(talk.requests[id])
    #expect(head.method == .get)
    #expect(head.version == .http2)
    #expect(head.target.path == "/getchatts/")
    #expect(head.target.query == "a=b")
    #expect(head.target.authority == "localhost")
    #expect(head.fields["X-A"] == "Zoë")
    #expect(head.fields.count == 2)
    #expect(!head.hasBody)
    try talk.respond(to: id, "[]")
    talk.run()
    let response = try #require(talk.peer.responses[id])
    #expect(response.status == 200)
    #expect(response.text == "[]")
    #expect(response.fields["content-length"] == "2")
    #expect(response.fields["date"] == "Thu, 01 Jan 1970 00:00:00 GMT")
    #expect(response.isEnded && response.closeCode == 0)
    #expect(talk.events == ["request 1", "streamEnded 1"])
    #expect(talk.session.openStreamCount == 0)
  }

  @Test func announcesItsLimitsFirst() {
    talk.run()
    #expect(talk.peer.settings == [1: 4096, 3: 128, 4: 262_144, 6: 32_768, 9: 1])
  }

  @Test func respondsInAnyOrder() throws {
    let ids = (0..<20).map { talk.peer.request("GET", "/\($0)") }
    talk.run()
    #expect(talk.events == ids.map { "request \($0)" })
    for id in ids.reversed() { try talk.respond(to: id, talk.requests[id]?.target.path ?? "") }
    talk.run()
    #expect(ids.map { talk.peer.responses[$0]?.text } == (0..<20).map { "/\($0)" })
  }

  @Test func gathersReadyResponsesIntoOneWrite() throws {
    let ids = (0..<50).map { _ in talk.peer.request() }
    talk.run()
    for id in ids { try talk.respond(to: id, "{}") }
    talk.peer.receive(talk.oneWrite())
    #expect(ids.allSatisfy { talk.peer.responses[$0]?.isEnded == true })
  }

  /// Two requests, one of them with a body and trailers.
  private static let conversation =
    RawFrame.preface + RawFrame.head(1)
    + RawFrame.frame(
      1, flags: 0x0, stream: 3, RawFrame.block(RawFrame.request("POST", "/a", [("x", "y")])))
    + RawFrame.frame(9, flags: 0x4, stream: 3, RawFrame.block([("content-length", "5")]))
    + RawFrame.data(3, "hel") + RawFrame.frame(6, [1, 2, 3, 4, 5, 6, 7, 8])
    + RawFrame.data(3, "lo")
    + RawFrame.frame(1, flags: 0x5, stream: 3, RawFrame.block([("x-check", "1")]))

  private static func outcome(_ slices: [ArraySlice<UInt8>]) throws -> [String] {
    let talk = Conversation()
    for slice in slices { talk.receive(Array(slice)) }
    let body = try talk.body(of: 3)
    for id: Int32 in [1, 3] { try talk.respond(to: id, "ok") }
    talk.receive([])
    let heads = talk.requests.sorted { $0.key < $1.key }.map {
      "\($0.key) \($0.value.method) \($0.value.target.path) \($0.value.fields.count)"
    }
    return heads + ["\(body)", "\(talk.events)", "\(talk.session.openStreamCount)"]
  }

  @Test func readsAConversationInAnyTwoSlices() throws {
    let bytes = Self.conversation
    let whole = try Self.outcome([bytes[...]])
    #expect(whole.first == "1 GET / 0")
    #expect(whole[2] == #"(text: "hello", isWhole: true)"#)
    for cut in 1..<bytes.count {
      #expect(try Self.outcome([bytes[..<cut], bytes[cut...]]) == whole, "cut at \(cut)")
    }
    #expect(try Self.outcome(bytes.indices.map { bytes[$0...$0] }) == whole)
  }

  @Test func endsEveryStreamWhenTheConversationBreaksOff() {
    let bytes = Self.conversation
    for end in 0..<bytes.count {
      let talk = Conversation()
      talk.receive(Array(bytes[..<end]))
      let begun = talk.requests.count
      talk.session.receiveEnd()
      _ = talk.serve()
      #expect(talk.isClosed)
      #expect(talk.session.openStreamCount == 0)
      #expect(talk.events.filter { $0.hasSuffix("cut") }.count == begun, "cut at \(end)")
      #expect(throws: RequestBodyError.truncated) { try talk.session.nextBody(of: 3) }
    }
  }

  @Test func endsAConnectionThatIsNotHTTP2() {
    talk.receive(Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
    #expect(talk.isClosed)
    #expect(talk.peer.goAway?.code == HTTP2ErrorCode.protocolError.rawValue)
    #expect(talk.session.flood == nil)
  }

  @Test func finishesAfterOpenStreamsAndThePeersAcknowledgement() throws {
    let first = talk.peer.request()
    talk.run()
    talk.session.finishAfterResponses()
    // The peer sends another request before it has read the announcement.
    let second = talk.peer.request("GET", "/late")
    talk.run()
    #expect(talk.peer.goAway?.lastStream == second)
    #expect(talk.requests[second] != nil)
    #expect(!talk.isClosed)
    for id in [first, second] { try talk.respond(to: id, "done") }
    talk.run()
    #expect(
      talk.peer.responses[first]?.text == "done" && talk.peer.responses[second]?.text == "done")
    #expect(talk.isClosed)
  }

  @Test func finishesAnIdleConnectionOnceThePeerKnows() {
    talk.run()
    talk.session.finishAfterResponses()
    #expect(!talk.isClosed)
    talk.run()
    #expect(talk.isClosed)
    #expect(talk.peer.goAway?.code == 0)
  }

  @Test func finishesNowWithoutThePeersAcknowledgement() {
    talk.receive(RawFrame.preface)
    talk.session.finishAfterResponses()
    talk.receive([])
    #expect(!talk.isClosed)
    talk.session.finishNow()
    talk.receive([])
    #expect(talk.isClosed)
  }
}

import HTTP
import TestSupport
import Testing

@Suite("HTTP2Session")
struct HTTP2SessionTests {
  @Test("a request comes as the same head as over HTTP/1.1, and is answered")
  func exchange() throws {
    let talk = Conversation()
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
    try talk.answer(id, "[]")
    talk.run()
    let answer = try #require(talk.peer.responses[id])
    #expect(answer.status == 200)
    #expect(answer.text == "[]")
    #expect(answer.fields["content-length"] == "2")
    #expect(answer.fields["date"] == "Thu, 01 Jan 1970 00:00:00 GMT")
    #expect(answer.isEnded && answer.closeCode == 0)
    #expect(talk.events == ["request 1", "streamEnded 1"])
    #expect(talk.session.openStreamCount == 0)
  }

  @Test("the server says its limits before anything else")
  func settings() {
    let talk = Conversation()
    talk.run()
    #expect(talk.peer.settings == [1: 4096, 3: 128, 4: 262_144, 6: 32_768, 9: 1])
  }

  @Test("streams are answered in whatever order the app likes")
  func order() throws {
    let talk = Conversation()
    let ids = (0..<20).map { talk.peer.request("GET", "/\($0)") }
    talk.run()
    #expect(talk.events == ids.map { "request \($0)" })
    for id in ids.reversed() { try talk.answer(id, talk.requests[id]?.target.path ?? "") }
    talk.run()
    #expect(ids.map { talk.peer.responses[$0]?.text } == (0..<20).map { "/\($0)" })
  }

  @Test("answers that are ready together go out in one piece")
  func gathering() throws {
    let talk = Conversation()
    let ids = (0..<50).map { _ in talk.peer.request() }
    talk.run()
    for id in ids { try talk.answer(id, "{}") }
    talk.peer.receive(talk.oneWrite())
    #expect(ids.allSatisfy { talk.peer.responses[$0]?.isEnded == true })
  }

  /// Two requests, one of them with content and trailers.
  private static let conversation =
    RawFrame.preface + RawFrame.head(1)
    + RawFrame.frame(
      1, flags: 0x0, stream: 3, RawFrame.block(RawFrame.request("POST", "/a", [("x", "y")])))
    + RawFrame.frame(9, flags: 0x4, stream: 3, RawFrame.block([("content-length", "5")]))
    + RawFrame.data(3, "he") + RawFrame.frame(6, [1, 2, 3, 4, 5, 6, 7, 8])
    + RawFrame.data(3, "llo")
    + RawFrame.frame(1, flags: 0x5, stream: 3, RawFrame.block([("x-check", "1")]))

  private static func outcome(_ pieces: [ArraySlice<UInt8>]) throws -> [String] {
    let talk = Conversation()
    for piece in pieces { talk.receive(Array(piece)) }
    let body = try talk.body(of: 3)
    for id: Int32 in [1, 3] { try talk.answer(id, "ok") }
    talk.receive([])
    let heads = talk.requests.sorted { $0.key < $1.key }.map {
      "\($0.key) \($0.value.method) \($0.value.target.path) \($0.value.fields.count)"
    }
    return heads + ["\(body)", "\(talk.events)", "\(talk.session.openStreamCount)"]
  }

  @Test("a conversation means the same however it is cut in two")
  func splits() throws {
    let bytes = Self.conversation
    let whole = try Self.outcome([bytes[...]])
    #expect(whole.first == "1 GET / 0")
    #expect(whole[2] == #"(text: "hello", isWhole: true)"#)
    for cut in 1..<bytes.count {
      #expect(try Self.outcome([bytes[..<cut], bytes[cut...]]) == whole, "cut at \(cut)")
    }
    #expect(try Self.outcome(bytes.indices.map { bytes[$0...$0] }) == whole)
  }

  @Test("a conversation that breaks off anywhere ends every stream, and the connection")
  func prefixes() {
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

  @Test("what is no HTTP/2 ends the connection")
  func noPreface() {
    let talk = Conversation()
    talk.receive(Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
    #expect(talk.isClosed)
    #expect(talk.peer.goAway?.code == HTTP2ErrorCode.protocolError.rawValue)
    #expect(talk.session.flood == nil)
  }

  @Test("an end that is wished for waits for the streams that are open, and for the peer to know")
  func finishing() throws {
    let talk = Conversation()
    let first = talk.peer.request()
    talk.run()
    talk.session.finishAfterResponses()
    // The peer sends another before it has read of the end.
    let second = talk.peer.request("GET", "/late")
    talk.run()
    #expect(talk.peer.goAway?.lastStream == second)
    #expect(talk.requests[second] != nil)
    #expect(!talk.isClosed)
    for id in [first, second] { try talk.answer(id, "done") }
    talk.run()
    #expect(
      talk.peer.responses[first]?.text == "done" && talk.peer.responses[second]?.text == "done")
    #expect(talk.isClosed)
  }

  @Test("a connection without streams is over once the peer knows of its end")
  func finishingIdle() {
    let talk = Conversation()
    talk.run()
    talk.session.finishAfterResponses()
    #expect(!talk.isClosed)
    talk.run()
    #expect(talk.isClosed)
    #expect(talk.peer.goAway?.code == 0)
  }

  @Test("a peer that does not answer the announcement is not waited for for ever")
  func finishingNow() {
    let talk = Conversation()
    talk.receive(RawFrame.preface)
    talk.session.finishAfterResponses()
    talk.receive([])
    #expect(!talk.isClosed)
    talk.session.finishNow()
    talk.receive([])
    #expect(talk.isClosed)
  }
}

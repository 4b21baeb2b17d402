import HTTP
import TestSupport
import Testing

@Suite("HTTP2Session: exchange")
struct HTTP2SessionExchangeTests {
  private final class Content: ResponseStream {
    func next() async throws -> ArraySlice<UInt8>? { nil }
  }

  private func streamed(_ length: Int?) -> Response {
    Response(.ok, body: .stream(length: length, Content()))
  }

  private func begun(
    _ talk: Conversation, _ method: String = "GET", body: [UInt8]? = nil
  ) -> Int32 {
    let id = talk.peer.request(method, body: body)
    talk.run()
    return id
  }

  // MARK: Content of requests

  @Test("content is read as it comes, and the peer's window opens as it is read")
  func reading() throws {
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

  @Test("content that a stream left unread does not shut the connection's window")
  func connectionWindow() throws {
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

  @Test("100 is sent once, when content is asked for and none is here")
  func continues() throws {
    let talk = Conversation()
    let id = talk.peer.request(
      "POST", "/", [("expect", "100-continue"), ("content-length", "2")], body: [], isLast: false)
    talk.run()
    #expect(talk.peer.answers[id]?.status == nil)
    #expect(try talk.body(of: id) == ("", false))
    #expect(try talk.body(of: id) == ("", false))
    talk.run()
    #expect(talk.peer.answers[id]?.status == 100)
    talk.peer.add(Array("hi".utf8), to: id, isLast: true)
    talk.run()
    #expect(try talk.body(of: id) == ("hi", true))
    try talk.answer(id, "ok")
    talk.run()
    #expect(talk.peer.answers[id]?.informational == [100])
    #expect(talk.peer.answers[id]?.status == 200)
  }

  @Test("who is answered before the content is told so, and need not send it")
  func early() throws {
    let talk = Conversation()
    let id = talk.peer.request(
      "POST", "/", [("expect", "100-continue"), ("content-length", "2")], body: [], isLast: false)
    talk.run()
    try talk.answer(id, "no", .notFound)
    talk.run()
    #expect(talk.peer.answers[id]?.status == 404)
    #expect(talk.peer.answers[id]?.text == "no")
    #expect(talk.peer.answers[id]?.closeCode == HTTP2ErrorCode.noError.rawValue)
    #expect(talk.events == ["request 1", "streamEnded 1"])
  }

  @Test("a little content that nobody wants is taken in, and the stream ends by itself")
  func draining() throws {
    let talk = Conversation()
    let id = talk.peer.request("POST", "/", [("content-length", "4")], body: [1, 2], isLast: false)
    talk.run()
    talk.session.discardBody(of: id)
    #expect(throws: RequestBodyError.notAvailable) { try talk.session.nextBody(of: id) }
    try talk.answer(id, "no", .notFound)
    talk.run()
    #expect(talk.peer.answers[id]?.isEnded == true)
    #expect(talk.peer.answers[id]?.closeCode == nil)
    talk.peer.add([3, 4], to: id, isLast: true)
    talk.run()
    #expect(talk.peer.answers[id]?.closeCode == 0)
    #expect(talk.session.openStreamCount == 0)
  }

  @Test(
    "content over the limit is refused, announced or not, and its stream reset after the answer",
    arguments: [true, false])
  func tooLarge(isAnnounced: Bool) throws {
    var limits = RequestLimits()
    limits.bodyBytesMax = 100_000
    limits.drainBytesMax = 1000
    let talk = Conversation(limits: limits)
    let id = talk.peer.request(
      "POST", "/", isAnnounced ? [("content-length", "200000")] : [],
      body: [UInt8](repeating: 0x20, count: 200_000))
    talk.run()
    #expect(throws: RequestBodyError.tooLarge(limit: 100_000)) {
      while true { _ = try talk.session.nextBody(of: id) }
    }
    talk.session.discardBody(of: id)
    try talk.answer(id, "too large", .contentTooLarge)
    talk.run()
    #expect(talk.peer.answers[id]?.status == 413)
    #expect(talk.peer.answers[id]?.text == "too large")
    #expect(talk.peer.answers[id]?.closeCode == HTTP2ErrorCode.noError.rawValue)
    // The connection is as good as before.
    let next = begun(talk, "POST", body: Array("next".utf8))
    #expect(try talk.body(of: next) == ("next", true))
  }

  @Test("content that is not as long as announced resets its stream", arguments: ["1", "3"])
  func wrongLength(announced: String) {
    let talk = Conversation()
    let id = talk.peer.request("POST", "/", [("content-length", announced)], body: [1, 2])
    talk.run()
    #expect(talk.peer.answers[id]?.closeCode == HTTP2ErrorCode.protocolError.rawValue)
    #expect(throws: RequestBodyError.truncated) { try talk.session.nextBody(of: id) }
    #expect(!talk.isClosed)
  }

  // MARK: Responses

  @Test("HEAD is answered with the length of what GET would give, and without content")
  func head() throws {
    let talk = Conversation()
    let id = begun(talk, "HEAD")
    try talk.answer(id, "12345")
    #expect(!talk.session.needsResponseBody(on: id))
    talk.run()
    #expect(talk.peer.answers[id]?.fields["content-length"] == "5")
    #expect(talk.peer.answers[id]?.body == [])
    #expect(talk.peer.answers[id]?.isEnded == true)
  }

  @Test("204 and 304 have neither content nor length", arguments: [Status.noContent, .notModified])
  func noContent(status: Status) throws {
    let talk = Conversation()
    let id = begun(talk)
    try talk.answer(id, "never", status)
    talk.run()
    #expect(talk.peer.answers[id]?.fields["content-length"] == nil)
    #expect(talk.peer.answers[id]?.body == [])
    #expect(talk.peer.answers[id]?.isEnded == true)
  }

  @Test("a 1xx status cannot be the final one")
  func informational() throws {
    let talk = Conversation()
    let id = begun(talk)
    try talk.answer(id, "", Status(103, "Early Hints"))
    talk.run()
    #expect(talk.peer.answers[id]?.status == 500)
  }

  @Test("fields of a connection and of framing are not sent, the app's are, in lower case")
  func fields() throws {
    let talk = Conversation()
    let id = begun(talk)
    let fields: HeaderFields = [
      "Connection": "close", "Keep-Alive": "5", "Transfer-Encoding": "chunked", "Upgrade": "h2c",
      "Content-Length": "7", "Date": "now", "Cache-Control": "no-cache", "X-B": "B b",
    ]
    try talk.session.respond(
      with: Response(.ok, fields: fields, body: .bytes([1])), on: id, secondsSince1970: 1)
    talk.run()
    #expect(
      talk.peer.answers[id]?.fields == [
        "content-length": "1", "date": "Thu, 01 Jan 1970 00:00:01 GMT",
        "cache-control": "no-cache", "x-b": "B b",
      ])
  }

  @Test("content that is made while it is sent waits for room, and ends with its trailers")
  func streaming() throws {
    let talk = Conversation(settings: [(4, 10)], opensWindows: false)
    let id = begun(talk)
    try talk.session.respond(with: streamed(nil), on: id, secondsSince1970: 0)
    talk.run()
    #expect(talk.session.needsResponseBody(on: id))
    #expect(talk.session.hasRoom(on: id))
    try talk.session.write(Array("0123456789abcdef".utf8)[...], on: id)
    #expect(!talk.session.hasRoom(on: id))
    talk.run()
    #expect(talk.peer.answers[id]?.text == "0123456789")
    #expect(talk.session.unsentBytes(on: id) == 6)
    #expect(talk.events == ["request 1"])
    talk.peer.consume(10, of: id)
    talk.run()
    #expect(talk.peer.answers[id]?.text == "0123456789abcdef")
    #expect(talk.events == ["request 1", "roomToWrite 1"])
    try talk.session.finish(trailers: ["X-Sum": "9"], on: id)
    talk.run()
    #expect(talk.peer.answers[id]?.trailers == ["x-sum": "9"])
    #expect(talk.peer.answers[id]?.fields["content-length"] == nil)
    #expect(talk.peer.answers[id]?.closeCode == 0)
  }

  @Test("content in several pieces of a known length arrives as one")
  func pieces() throws {
    let talk = Conversation()
    let id = begun(talk)
    try talk.session.respond(with: streamed(200_000), on: id, secondsSince1970: 0)
    for part in 0..<8 {
      try talk.session.write([UInt8](repeating: UInt8(part), count: 25_000)[...], on: id)
      talk.run()
    }
    try talk.session.finish(on: id)
    talk.run()
    let answer = try #require(talk.peer.answers[id])
    #expect(answer.fields["content-length"] == "200000")
    #expect(answer.body.count == 200_000)
    #expect(answer.body.indices.allSatisfy { answer.body[$0] == UInt8($0 / 25_000) })
    #expect(answer.isEnded)
  }

  @Test("content that is longer or shorter than announced resets its stream")
  func wrongContent() throws {
    let talk = Conversation()
    let long = begun(talk)
    try talk.session.respond(with: streamed(3), on: long, secondsSince1970: 0)
    #expect(throws: HTTP2SessionError.response(.bodyLongerThanAnnounced)) {
      try talk.session.write([1, 2, 3, 4], on: long)
    }
    let short = begun(talk)
    try talk.session.respond(with: streamed(3), on: short, secondsSince1970: 0)
    try talk.session.write([1], on: short)
    #expect(throws: HTTP2SessionError.response(.bodyShorterThanAnnounced)) {
      try talk.session.finish(on: short)
    }
    talk.run()
    for id in [long, short] {
      #expect(talk.peer.answers[id]?.closeCode == HTTP2ErrorCode.internalError.rawValue)
    }
    #expect(talk.events.filter { $0.hasSuffix("cut") }.count == 2)
  }

  @Test("a stream is answered once, and not after its end")
  func twice() throws {
    let talk = Conversation()
    let id = begun(talk)
    try talk.session.respond(with: streamed(nil), on: id, secondsSince1970: 0)
    #expect(throws: HTTP2SessionError.alreadyAnswered) { try talk.answer(id, "") }
    talk.peer.reset(id)
    talk.run()
    #expect(talk.events == ["request 1", "streamEnded 1 cut"])
    #expect(throws: HTTP2SessionError.streamIsOver) { try talk.answer(id, "") }
    #expect(throws: HTTP2SessionError.streamIsOver) { try talk.session.write([1], on: id) }
    #expect(throws: HTTP2SessionError.streamIsOver) { try talk.session.finish(on: id) }
    #expect(talk.session.hasRoom(on: id))
    for error in [HTTP2SessionError.streamIsOver, .alreadyAnswered, .noMemory] {
      #expect(!"\(error)".isEmpty)
    }
  }

  @Test("a small answer does not wait for a large one")
  func fairness() throws {
    let talk = Conversation(settings: [(4, 1 << 24)])
    let large = begun(talk)
    let small = begun(talk)
    try talk.session.respond(
      with: Response(.ok, body: .bytes([UInt8](repeating: 1, count: 1 << 20))), on: large,
      secondsSince1970: 0)
    try talk.answer(small, "small")
    talk.peer.receive(talk.oneWrite())
    #expect(talk.peer.answers[small]?.text == "small")
    #expect(talk.peer.answers[large]?.isEnded == false)
  }

  @Test("while the peer does not read, no more is made than is gathered for one write")
  func boundedOutput() throws {
    let talk = Conversation(settings: [(4, 1 << 24)])
    let id = begun(talk)
    try talk.session.respond(
      with: Response(.ok, body: .bytes([UInt8](repeating: 1, count: 1 << 22))), on: id,
      secondsSince1970: 0)
    for _ in 0..<10 { _ = talk.session.next() }
    let frameBytes = 16_384 + 9
    #expect(talk.session.outputBytes <= talk.session.http2.gatheredBytesMax + frameBytes)
  }
}

import HTTP
import TestSupport
import Testing

struct HTTP1SessionExchangeTests {
  private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
  private let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n"

  /// Returns a session that has returned the request in `text`.
  private func session(
    _ text: String, limits: RequestLimits = RequestLimits()
  ) -> HTTP1Session {
    var session = HTTP1Session(limits: limits)
    session.receive(text)
    #expect(session.next().name == "request")
    return session
  }

  private func name(_ event: HTTP1Session.BodyEvent) -> String {
    switch event {
    case .hasOutput: "hasOutput"
    case .needsMoreBytes: "needsMoreBytes"
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    case .end: "end"
    }
  }

  @Test func readsTheBodyAsItArrivesThenItsEnd() throws {
    var session = session(head + "\r\nhel")
    #expect(session.state == .body)
    #expect(name(try session.nextBody()) == "hel")
    #expect(name(try session.nextBody()) == "needsMoreBytes")
    session.receive("loGET")
    #expect(name(try session.nextBody()) == "lo")
    #expect(name(try session.nextBody()) == "end")
    #expect(session.state == .complete)
    #expect(name(try session.nextBody()) == "end")
  }

  @Test func sendsContinueOnceWhenTheBodyIsAwaited() throws {
    var session = session(head + "Expect: 100-continue\r\n\r\n")
    #expect(session.outputBytes == 0)
    #expect(name(try session.nextBody()) == "hasOutput")
    #expect(session.takeText() == "HTTP/1.1 100 Continue\r\n\r\n")
    #expect(name(try session.nextBody()) == "needsMoreBytes")
    session.receive("hello")
    #expect(name(try session.nextBody()) == "hello")
    _ = try session.nextBody()
    try session.respond(.ok)
    #expect(session.state == .idle)
  }

  @Test(arguments: ["h", "hello"])
  func omitsContinueForAClientThatDoesNotWait(body: String) throws {
    var session = session(head + "Expect: 100-continue\r\n\r\n\(body)")
    #expect(name(try session.nextBody()) == body)
    _ = try session.nextBody()
    #expect(session.outputBytes == 0)
  }

  @Test func closesWhenAFinalResponseReplacesContinue() throws {
    var session = session(head + "Expect: 100-continue\r\n\r\n")
    try session.respond(.contentTooLarge)
    #expect(session.state == .closing)
    session = self.session(head + "Expect: 100-continue\r\n\r\nh")
    try session.respond(.contentTooLarge)
    #expect(session.state == .draining)
  }

  @Test(arguments: [(5, "request"), (4, "endWriting")])
  func drainsAnUnreadBodyUpToItsLimit(limit: Int, event: String) throws {
    let limits = RequestLimits { $0.drainBytesMax = limit }
    var session = session(head + "\r\nhello" + get, limits: limits)
    try session.respond(.notFound)
    #expect(session.takeText().contains("Connection: close") == (limit < 5))
    #expect(session.next().name == event)
  }

  @Test(arguments: [(5, 1), (4, 0)])
  func drainsAnUnreadChunkedBodyUpToItsLimit(limit: Int, requests: Int) throws {
    let limits = RequestLimits { $0.drainBytesMax = limit }
    var session = session(
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", limits: limits)
    try session.respond(.notFound)
    _ = session.takeText()
    for chunk in ["3\r\nabc\r\n", "2\r\nde\r\n", "0\r\n\r\n", get] {
      #expect(session.next().name == "needsMoreBytes" || session.state == .lingering)
      session.receive(chunk)
      if session.next().name == "request" {
        #expect(requests == 1)
        return
      }
    }
    #expect(requests == 0 && session.state == .lingering)
  }

  @Test func endsTheConnectionIfFramingBreaksWhileDraining() throws {
    var session = session("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
    try session.respond(.notFound)
    _ = session.takeText()
    session.receive("zz\r\n" + get)
    #expect(session.next().name == "endWriting")
  }

  @Test func reportsBrokenFramingToTheAppAndResponds() throws {
    var session = session("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n+1\r\n")
    #expect(throws: RequestBodyError.malformed(.invalidChunkSize)) { try session.nextBody() }
    #expect(session.state == .broken)
    #expect(throws: RequestBodyError.truncated) { try session.nextBody() }
    try session.respond(.badRequest)
    #expect(session.takeText().contains("Connection: close"))
  }

  @Test func reportsABodyOverItsLimitOnEachRead() throws {
    var session = session(head + "\r\n", limits: RequestLimits(bodyBytesMax: 4))
    for _ in 0..<2 {
      #expect(throws: RequestBodyError.tooLarge(limit: 4)) { try session.nextBody() }
    }
    try session.respond(.contentTooLarge)
    session.receive("hello" + get)
    _ = session.takeText()
    #expect(session.next().name == "request")
  }

  @Test func readsTheBodyWhileTheResponseIsSent() throws {
    var session = session(head + "\r\n")
    try session.respond(with: streamed(nil), secondsSince1970: 0)
    #expect(session.state == .respondingEarly && session.needsResponseBody)
    session.receive("hello")
    #expect(name(try session.nextBody()) == "hello")
    try session.write(bytes("hello"))
    #expect(name(try session.nextBody()) == "end")
    #expect(session.state == .responding)
    #expect(session.next().name == "awaitsResponse")
    try session.finish()
    #expect(session.state == .idle)
  }

  @Test func refusesContinueAfterTheResponseHasBegun() throws {
    var session = session(head + "Expect: 100-continue\r\n\r\n")
    try session.respond(with: streamed(nil), secondsSince1970: 0)
    #expect(throws: RequestBodyError.notAvailable) { try session.nextBody() }
    try session.finish()
    #expect(session.state == .closing)
  }

  @Test func respondsLastToAClientThatEndsWithinTheBody() throws {
    var session = session(head + "\r\nhel")
    session.receiveEnd()
    #expect(name(try session.nextBody()) == "hel")
    #expect(throws: RequestBodyError.truncated) { try session.nextBody() }
    #expect(session.state == .broken)
    try session.respond(.badRequest)
    #expect(session.state == .closing)
  }

  @Test func rejectsIllegalCallsAndKeepsItsState() throws {
    var session = HTTP1Session()
    #expect(throws: ResponseError.noResponseExpected) {
      try session.respond(.ok)
    }
    #expect(throws: RequestBodyError.notAvailable) { try session.nextBody() }
    #expect(throws: ResponseError.noBodyExpected) { try session.write([1]) }
    #expect(session.state == .idle)
    session.receive(get)
    _ = session.next()
    try session.respond(with: streamed(3), secondsSince1970: 0)
    #expect(throws: ResponseError.noResponseExpected) {
      try session.respond(.ok)
    }
  }

  @Test func closesWhenTheAppFailsTheResponse() {
    var session = session(get)
    session.failResponse()
    #expect(session.next().name == "close")
    session.failResponse()
    #expect(session.state == .closed)
  }

  // MARK: Whole connections

  /// Serves all requests of a client that has closed its side, as a connection does: responds with
  /// the path and the body of each. Returns the output, and whether the end was in order.
  private func serve(_ text: String) throws -> (output: String, isOrderly: Bool) {
    var session = HTTP1Session()
    session.receive(text)
    session.receiveEnd()
    var output = ""
    var isOrderly = false
    for _ in 0..<1000 {
      switch session.next() {
      case .hasOutput: output += session.takeText()
      case .request(let head):
        let (status, body) = read(&session)
        let text = Array("\(head.target.path) ".utf8) + body
        try session.respond(with: Response(status, body: .bytes(text)), secondsSince1970: 0)
      case .refusal(let error): try session.respond(error.status)
      case .endWriting: isOrderly = true
      case .close: return (output, isOrderly)
      case .needsMoreBytes, .awaitsResponse: Issue.record("the client has closed its side")
      }
    }
    Issue.record("a connection that does not end")
    return (output, false)
  }

  /// Reads the body of the current request; returns the status of the response to it.
  private func read(_ session: inout HTTP1Session) -> (Status, [UInt8]) {
    var body: [UInt8] = []
    do throws(RequestBodyError) {
      while true {
        switch try session.nextBody() {
        case .bytes(let bytes): body += bytes
        case .end: return (.ok, body)
        case .hasOutput: _ = session.takeText()
        case .needsMoreBytes: return (.internalServerError, body)
        }
      }
    } catch {
      return (error.status, body)
    }
  }

  @Test(arguments: BrokenRequest.all)
  func respondsToEveryBrokenRequestThenEndsTheStream(_ request: BrokenRequest) throws {
    let (output, isOrderly) = try serve(request.text)
    #expect(output.hasPrefix("HTTP/1.1 \(request.status) "))
    #expect(output.split(separator: "HTTP/1.1 ").count == 1)
    #expect(output.contains("Connection: close") && isOrderly)
  }

  @Test func respondsToPipelinedRequestsInOrder() throws {
    let (output, _) = try serve(get + head + "\r\nhello" + get)
    let bodies = output.split(separator: "HTTP/1.1 200 OK").map { $0.split(separator: "\r\n").last }
    #expect(bodies == ["/ ", "/ hello", "/ "])
    #expect(!output.contains("Connection"))
  }

  @Test(arguments: ["GET / HTTP/1.1\r\nHo", "POST / HTTP/1.0\r\nContent-Length: 9\r\n\r\nhello"])
  func respondsToATruncatedRequestWith400(text: String) throws {
    #expect(try serve(text).output.hasPrefix("HTTP/1.1 400 "))
    #expect(try serve("").output == "")
  }

  @Test(arguments: 0..<4)
  func endsTheConnectionAfterRandomChanges(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    for _ in 0..<100 {
      var bytes = Array(GoodRequest.pipeline.utf8)
      for _ in 0..<3 {
        let position = Int.random(in: 0..<bytes.count, using: &random)
        bytes[position] = UInt8.random(in: 0...127, using: &random)
      }
      _ = try serve(String(decoding: bytes, as: UTF8.self))
    }
  }
}

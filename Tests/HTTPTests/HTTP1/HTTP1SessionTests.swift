import HTTP
import Testing

extension HTTP1Session.Event {
  /// The event without its associated values.
  var name: String {
    switch self {
    case .needsMoreBytes: "needsMoreBytes"
    case .hasOutput: "hasOutput"
    case .request: "request"
    case .refusal(let error): "refusal \(error.status.code)"
    case .awaitsResponse: "awaitsResponse"
    case .endWriting: "endWriting"
    case .close: "close"
    }
  }
}

extension HTTP1Session {
  mutating func receive(_ text: String) { receive(Array(text.utf8)[...]) }

  /// Takes all output, as text.
  mutating func takeText() -> String {
    var bytes: [UInt8] = []
    while let slice = takeOutput() { bytes += slice }
    return String(decoding: bytes, as: UTF8.self)
  }

  mutating func respond(_ status: Status) throws(ResponseError) {
    try respond(with: Response(status), secondsSince1970: 0)
  }
}

struct HTTP1SessionTests {
  private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
  private let post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n"

  @Test func passesThroughTheStatesOfANormalExchange() throws {
    var session = HTTP1Session()
    #expect(session.next().name == "needsMoreBytes" && session.state == .idle)
    session.receive("GET / HTTP/1.1\r\n")
    #expect(session.next().name == "needsMoreBytes" && session.state == .head)
    session.receive("Host: a\r\n\r\n")
    #expect(session.next().name == "request" && session.state == .complete)
    #expect(session.next().name == "awaitsResponse")
    try session.respond(.ok)
    #expect(session.state == .idle)
    #expect(session.next().name == "hasOutput")
    #expect(!session.takeText().contains("Connection"))
    #expect(session.next().name == "needsMoreBytes")
  }

  @Test func staysIdleAfterEmptyLines() {
    var session = HTTP1Session()
    session.receive("\r\n")
    #expect(session.next().name == "needsMoreBytes" && session.state == .idle)
  }

  @Test func endsWithOutputThenEndWritingThenLingeringThenClose() throws {
    var session = HTTP1Session()
    session.receive("GET / HTTP/1.0\r\n\r\nGET /ignored HTTP/1.0\r\n\r\n")
    _ = session.next()
    try session.respond(.ok)
    #expect(session.next().name == "hasOutput")
    _ = session.takeText()
    #expect(session.next().name == "endWriting" && session.state == .lingering)
    #expect(session.next().name == "needsMoreBytes")
    session.receive("more")
    #expect(session.next().name == "needsMoreBytes")
    session.receiveEnd()
    #expect(session.next().name == "close")
    #expect(session.next().name == "close")
  }

  @Test(arguments: [(10, "needsMoreBytes"), (11, "close")])
  func closesAtTheLingerLimit(count: Int, event: String) throws {
    var session = HTTP1Session(
      limits: RequestLimits {
        $0.drainBytesMax = 5
        $0.lingerBytesMax = 10
      })
    session.receive("GET / HTTP/1.0\r\n\r\n")
    _ = session.next()
    try session.respond(.ok)
    _ = session.takeText()
    _ = session.next()
    session.receive(String(repeating: "x", count: count))
    #expect(session.next().name == event)
  }

  @Test(arguments: [(4, "needsMoreBytes"), (5, "close")])
  func lingersBrieflyAfterARequestWithoutAnEnd(count: Int, event: String) throws {
    var session = HTTP1Session(
      limits: RequestLimits {
        $0.drainBytesMax = 5
        $0.lingerBytesMax = 1000
        $0.brokenLingerBytesMax = 4
      })
    // Bytes that were drained before do not count.
    session.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello")
    _ = session.next()
    try session.respond(.ok)
    _ = session.takeText()
    session.receive("GET / HTTP/1.1\r\nHost: a b\r\n\r\n")
    #expect(session.next().name == "refusal 400")
    try session.respond(.badRequest)
    #expect(session.isBroken)
    #expect(session.takeText().contains("400"))
    #expect(session.next().name == "endWriting")
    session.receive(String(repeating: "x", count: count))
    #expect(session.next().name == event)
  }

  @Test func closesWithoutLingeringIfTheClientHasEnded() throws {
    var session = HTTP1Session()
    session.receive(get)
    session.receiveEnd()
    #expect(session.next().name == "request")
    try session.respond(.ok)
    _ = session.takeText()
    #expect(session.next().name == "close" && session.state == .closed)
  }

  @Test func refusesAnInvalidRequestOnceThenCloses() throws {
    var session = HTTP1Session()
    session.receive("HEAD / HTTP/1.1\r\nHost: a b\r\n\r\n" + get)
    #expect(session.next().name == "refusal 400" && session.state == .broken)
    #expect(session.next().name == "awaitsResponse")
    try session.respond(
      with: Response(.badRequest, body: .bytes(Array("why".utf8))), secondsSince1970: 0)
    #expect(session.state == .closing)
    let text = session.takeText()
    #expect(text.contains("Content-Length: 3\r\nConnection: close\r\n\r\n"))
    #expect(text.hasSuffix("\r\n\r\n"), "a refused HEAD has no body either")
  }

  @Test func refusesUnknownExpectationsAndPersists() throws {
    var session = HTTP1Session()
    session.receive("PUT / HTTP/1.1\r\nHost: a\r\nExpect: x\r\nContent-Length: 2\r\n\r\nab" + get)
    #expect(session.next().name == "refusal 417")
    try session.respond(.expectationFailed)
    _ = session.takeText()
    #expect(session.next().name == "request")
  }

  @Test func announcesTheEndWithTheNextResponse() throws {
    var session = HTTP1Session()
    session.receive(get)
    _ = session.next()
    session.finishAfterResponse()
    try session.respond(.ok)
    #expect(session.state == .closing)
    #expect(session.takeText().contains("Connection: close"))
  }

  @Test func awaitsOneMoreRequestAfterAnAnnouncementWithoutOne() throws {
    var session = HTTP1Session()
    session.announceEnd()
    #expect(session.next().name == "needsMoreBytes")
    session.receive(get)
    #expect(session.next().name == "request")
    try session.respond(.ok)
    #expect(session.state == .closing)
    #expect(session.takeText().contains("Connection: close"))
  }

  @Test func finishesIdleConnectionsButServesArrivedRequests() {
    var idle = HTTP1Session()
    idle.finishAfterResponse()
    #expect(idle.next().name == "endWriting")
    var busy = HTTP1Session()
    busy.receive(get)
    busy.finishAfterResponse()
    #expect(busy.next().name == "request")
  }

  @Test func endsIdleConnectionsAndBreaksRequestsOnTimeout() throws {
    var session = HTTP1Session()
    session.readTimedOut()
    #expect(session.next().name == "endWriting")
    session.readTimedOut()
    #expect(session.next().name == "close")
    session.readTimedOut()

    for input in ["GET", post] {
      session = HTTP1Session()
      session.receive(input)
      _ = session.next()
      session.readTimedOut()
      #expect(session.state == .broken)
      try session.respond(.requestTimeout)
      #expect(session.takeText().contains("Connection: close"))
    }
  }
}

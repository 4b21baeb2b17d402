import HTTP
import Testing

struct RequestParserBodyTests {
  private func chunked(_ chunks: String) -> String {
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)"
  }

  @Test func keepsTrailersApartFromFields() throws {
    let next = "GET /next HTTP/1.0\r\nX: y\r\n\r\n"
    let input = parse(chunked("0\r\nX-Check: 1\r\nX-More:\r\n\r\n\(next)"))
    try #require(input.requests.map(\.isComplete) == [true, true])
    #expect(input.requests[0].fields["X-Check"] == nil)
    #expect(input.requests[1].fields == ["X": "y"])
  }

  @Test func rejectsAnAnnouncedBodyOverTheLimitAfterItsHead() {
    let limits = RequestLimits(bodyBytesMax: 10)
    let exact = parse("PUT / HTTP/1.0\r\nContent-Length: 10\r\n\r\n0123456789", limits: limits)
    #expect(exact.error == nil && exact.requests.first?.isComplete == true)
    var parser = RequestParser(limits: limits)
    parser.receive(bytes("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n"))
    guard case .head(let head)? = try? parser.next() else {
      Issue.record("no head")
      return
    }
    #expect(head.announcedBytes == 11)
    #expect(throws: RequestError.bodyTooLarge(limit: 10)) { try parser.next() }
    #expect(throws: RequestError.bodyTooLarge(limit: 10)) { try parser.next() }
    #expect(parser.bodyBytesMin == 11)
  }

  @Test func rejectsChunksOverTheLimitBeforeTheirData() {
    let limits = RequestLimits(bodyBytesMax: 10)
    let exact = parse(chunked("5\r\nhello\r\n5\r\nhello\r\n0\r\n\r\n"), limits: limits)
    #expect(exact.error == nil)
    #expect(exact.requests.first?.isComplete == true)
    let over = parse(chunked("5\r\nhello\r\n6\r\n"), limits: limits)
    #expect(over.error == .bodyTooLarge(limit: 10))
    #expect(over.requests.first?.bodyText == "hello")
  }

  @Test(
    arguments: [
      "Content-Length: 11\r\n\r\nhello hello",
      "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nb\r\nhello hello\r\n1\r\n!\r\n0\r\n\r\n",
    ])
  func discardsABodyOverTheLimitThenReadsTheNextRequest(rest: String) {
    var parser = RequestParser(limits: RequestLimits(bodyBytesMax: 10))
    var input = ParsedInput()
    parser.receive(bytes("POST /x HTTP/1.1\r\nHost: a\r\n\(rest)GET /next HTTP/1.0\r\n\r\n"))
    input.pull(&parser)
    #expect(input.error == .bodyTooLarge(limit: 10))
    parser.discardBody()
    input.pull(&parser)
    #expect(input.requests.map(\.target.path) == ["/x", "/next"])
    let incomplete = input.requests.filter { !$0.isComplete }
    #expect(incomplete.isEmpty)
  }

  @Test func appliesTheLimitAgainAfterADiscardedBody() {
    var parser = RequestParser(limits: RequestLimits(bodyBytesMax: 1))
    let request = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab"
    var input = ParsedInput()
    parser.receive(bytes(request + request))
    input.pull(&parser)
    parser.discardBody()
    input.error = nil
    input.pull(&parser)
    #expect(input.error == .bodyTooLarge(limit: 1))
    #expect(input.requests.count == 2)
  }

  @Test func returnsBodyBytesWithoutWhatFollowsThem() throws {
    var parser = RequestParser()
    parser.receive(bytes("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabGET"))
    _ = try parser.next()
    guard case .body(let slice) = try parser.next() else {
      Issue.record("no body")
      return
    }
    #expect(Array(slice) == Array("abG".utf8))
    #expect(parser.unreadBytes == 2)
  }

  @Test func reportsTheRestOfAChunkAsTheMinimum() throws {
    var parser = RequestParser()
    parser.receive(bytes(chunked("ff\r\nab")))
    _ = try parser.next()
    _ = try parser.next()
    #expect(parser.bodyBytesMin == 253)
  }
}

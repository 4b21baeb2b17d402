import Testing

@testable import HTTP

struct ResponseWriterHeadTests {
  private func head(
    _ response: Response, _ facts: ResponseWriter.RequestFacts = .init()
  ) -> [String] {
    var writer = ResponseWriter()
    writer.start(response, to: facts, secondsSince1970: 784_111_777)
    // Swift treats CR LF as one character.
    return output(of: &writer).split(separator: "\r\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  @Test(
    arguments: [
      (200, ResponseBodyKind.none, false, "Content-Length: 0", ""),
      (200, .bytes, false, "Content-Length: 2", "ok"), (200, .bytes, true, "Content-Length: 2", ""),
      (200, .none, true, nil, ""), (204, .none, false, nil, ""), (204, .bytes, false, nil, ""),
      (304, .none, false, nil, ""), (304, .bytes, false, nil, ""),
      (404, .none, false, "Content-Length: 0", ""), (404, .bytes, false, "Content-Length: 2", "ok"),
      (500, .bytes, true, "Content-Length: 2", ""),
    ] as [(Int, ResponseBodyKind, Bool, String?, String)])
  func framesTheBodyByStatusAndMethod(
    code: Int, kind: ResponseBodyKind, isHead: Bool, length: String?, text: String
  ) {
    let body = kind == .none ? ResponseBody.none : .bytes(Array("ok".utf8))
    let lines = head(Response(Status(code, "Why"), body: body), .init(isHead: isHead))
    #expect(lines.first == "HTTP/1.1 \(code) Why")
    #expect(lines.first { $0.hasPrefix("Content-Length") } == length)
    #expect(lines.last == text)
  }

  enum ResponseBodyKind: Sendable { case none, bytes }

  @Test(
    arguments: [
      (HTTPVersion.http11, true, nil), (.http11, false, "Connection: close"),
      (.http10, true, "Connection: keep-alive"), (.http10, false, "Connection: close"),
    ] as [(HTTPVersion, Bool, String?)])
  func sendsConnectionOnlyWhereNeeded(version: HTTPVersion, persists: Bool, line: String?) {
    let lines = head(Response(.ok), .init(version: version, isPersistent: persists))
    #expect(lines.first { $0.hasPrefix("Connection") } == line)
  }

  @Test func sendsADateWithEveryResponse() {
    #expect(head(Response(.noContent)).contains("Date: Sun, 06 Nov 1994 08:49:37 GMT"))
  }

  @Test func sendsFieldsOfAParsedRequest() throws {
    let request = try #require(
      parse("GET / HTTP/1.1\r\nHost: a\r\nX-A:  b \r\n\r\n").requests.first)
    let lines = head(Response(.ok, fields: request.fields))
    #expect(lines[2...3] == ["Host: a", "X-A:  b"])
  }
}

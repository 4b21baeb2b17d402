import HTTP
import Testing

struct RequestHeadTests {
  @Test(
    arguments: [
      ("Content-Length: 7", 7, true), ("Content-Length: 0", 0, false), ("X: y", 0, false),
      ("Transfer-Encoding: chunked", nil, true),
    ] as [(String, Int?, Bool)])
  func derivesTheAnnouncedLengthFromTheFraming(field: String, count: Int?, hasBody: Bool) throws {
    var parser = RequestParser()
    parser.receive(bytes("PUT /a?b HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\n"))
    guard case .head(let head) = try parser.next() else {
      Issue.record("no head")
      return
    }
    #expect(head.announcedBytes == count)
    #expect(head.hasBody == hasBody)
  }

  @Test func combinesAHeadAndConnectionDataIntoARequest() throws {
    var parser = RequestParser()
    parser.receive(bytes("PUT /a?b HTTP/1.1\r\nHost: c\r\nX: y\r\n\r\n"))
    guard case .head(let head) = try parser.next() else {
      Issue.record("no head")
      return
    }
    let request = Request(
      head, body: BufferedBody(), client: .example,
      id: RequestID(connection: 1, request: 2))
    #expect(request.method == "PUT")
    #expect(request.path == "/a")
    #expect(request.authority == "c")
    #expect(request.fields["x"] == "y")
    #expect(request.version == .http11)
  }
}

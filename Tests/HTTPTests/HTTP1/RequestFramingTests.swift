import HTTP
import Testing

struct RequestFramingTests {
  private func read(_ fields: String, _ version: String = "1.1") throws -> ParsedRequest {
    try #require(parse("PUT / HTTP/\(version)\r\nHost: a\r\n\(fields)\r\n\r\n").requests.first)
  }

  @Test(
    arguments: [
      ("1.1", "X: y", true), ("1.1", "Connection: close", false),
      ("1.1", "Connection: CLOSE", false),
      ("1.1", "Connection: keep-alive, Close", false), ("1.1", "Connection: closed", true),
      ("1.1", "Connection: x\r\nconnection: ,\tclose ,", false), ("1.1", "Connection:", true),
      ("1.0", "X: y", false), ("1.0", "Connection: Keep-Alive", true),
      ("1.0", "Connection: keep-alive\r\nConnection: close", false),
    ])
  func persistsAsTheVersionAndTheOptionsSpecify(version: String, fields: String, persists: Bool)
    throws
  {
    #expect(try read(fields, version).isPersistent == persists)
  }

  @Test(
    arguments: [
      ("1.1", "Expect: 100-continue\r\nContent-Length: 1", .continueResponse),
      ("1.1", "expect:100-CONTINUE\r\nTransfer-Encoding: chunked", .continueResponse),
      ("1.1", "Expect: 100-continue\r\nContent-Length: 0", .none),
      ("1.1", "Expect: 100-continue", .none),
      ("1.0", "Expect: 100-continue\r\nContent-Length: 1", .none),
      ("1.0", "Expect: more", .none), ("1.1", "Expect: more", .unsupported),
      ("1.1", "Expect: 100-continue\r\nExpect: more\r\nContent-Length: 1", .unsupported),
      ("1.1", "Expect: more\r\nExpect: 100-continue\r\nContent-Length: 1", .unsupported),
    ] as [(String, String, RequestHead.Expectation)])
  func appliesExpectOnlyInHTTP11WithABody(
    version: String, fields: String, expectation: RequestHead.Expectation
  ) throws {
    #expect(try read(fields, version).expectation == expectation)
  }

  @Test(
    arguments: [
      ("X: y", 0, false), ("Content-Length: 0", 0, false), ("CONTENT-LENGTH:\t12 ", 12, true),
      ("Transfer-Encoding: CHUNKED", nil, true),
    ] as [(String, Int?, Bool)])
  func framesTheBodyByLengthOrChunks(fields: String, count: Int?, hasBody: Bool) throws {
    let request = try read(fields)
    #expect(request.announcedBytes == count && request.hasBody == hasBody)
  }

  @Test func ignoresNamesSimilarToFramingFields() throws {
    let request = try read("Content_Length: 5\r\nTransfer-Encodinx: chunked\r\nHosd: b")
    #expect(request.announcedBytes == 0)
  }
}

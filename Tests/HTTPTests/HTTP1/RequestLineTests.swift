import Testing

@testable import HTTP

struct RequestLineTests {
  @Test func readsMethodTargetAndVersion() throws {
    let line = try RequestLine(parsing: bytes("PATCH /a?b=c HTTP/1.0"), limits: RequestLimits())
    #expect(line.method == "PATCH")
    #expect(line.target.path == "/a")
    #expect(line.target.query == "b=c")
    #expect(line.version == .http10)
  }

  @Test func readsALineFromTheMiddleOfABuffer() throws {
    let line = bytes("xxxGET / HTTP/1.1").dropFirst(3)
    #expect(try RequestLine(parsing: line, limits: RequestLimits()).method == .get)
  }

  @Test func rejectsAnEmptyLineAsNotHTTP() {
    #expect(throws: RequestError.notHTTP) {
      try RequestLine(parsing: [], limits: RequestLimits())
    }
  }
}

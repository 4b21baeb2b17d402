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

  @Test func checksAPartialLineByItsSpaces() {
    let limits = RequestLimits {
      $0.methodBytesMax = 7
      $0.targetBytesMax = 3
    }
    func check(_ text: String) -> RequestError? {
      let line = Array(text.utf8)
      do throws(RequestError) {
        try RequestLine.checkPartial(line.span, limits: limits)
        return nil
      } catch {
        return error
      }
    }
    #expect(check("OPTIONS") == nil)
    #expect(check("OPTIONS ") == nil)
    #expect(check("OPTIONSX") == .methodTooLong(limit: 7))
    #expect(check("OPTIONS /ab") == nil)
    #expect(check("OPTIONS /ab HTTP/1.1") == nil)
    #expect(check("OPTIONS /abc") == .targetTooLong(limit: 3))
    #expect(check("OPTIONS /ab HTTP/1.1x") == .malformedRequestLine)
    #expect(check("GET / " + String(repeating: "x", count: 14)) == nil)
    #expect(check("GET / " + String(repeating: "x", count: 15)) == .malformedRequestLine)
  }
}

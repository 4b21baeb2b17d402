import HTTP
import TestSupport
import Testing

/// A head that HTTP/2 does not allow, and the expected result.
struct BrokenHead: Sendable, CustomTestStringConvertible {
  let name: String
  let fields: [(String, String)]
  /// The expected error, or nil if the head is malformed and the stream is reset.
  var error: RequestError?
  var testDescription: String { name }

  private static func with(_ more: (String, String)...) -> [(String, String)] {
    RawFrame.request() + more
  }

  private static func replacing(_ name: String, _ value: String?) -> [(String, String)] {
    RawFrame.request().compactMap { field in
      field.0 == name ? value.map { (name, $0) } : field
    }
  }

  static let all = [
    BrokenHead(name: "no method", fields: replacing(":method", nil)),
    BrokenHead(name: "no scheme", fields: replacing(":scheme", nil)),
    BrokenHead(name: "no path", fields: replacing(":path", nil)),
    BrokenHead(name: "no authority and no host", fields: replacing(":authority", nil)),
    BrokenHead(name: "an empty path", fields: replacing(":path", "")),
    BrokenHead(name: "two paths", fields: RawFrame.request() + [(":path", "/b")]),
    BrokenHead(name: "an unknown pseudo field", fields: RawFrame.request() + [(":x", "y")]),
    BrokenHead(name: "a pseudo field of responses", fields: with((":status", "200"))),
    BrokenHead(name: "a pseudo field after others", fields: [("a", "b")] + RawFrame.request()),
    BrokenHead(name: "Connection", fields: with(("connection", "close"))),
    BrokenHead(name: "Keep-Alive", fields: with(("keep-alive", "5"))),
    BrokenHead(name: "Proxy-Connection", fields: with(("proxy-connection", "close"))),
    BrokenHead(name: "Transfer-Encoding", fields: with(("transfer-encoding", "chunked"))),
    BrokenHead(name: "Upgrade", fields: with(("upgrade", "h2c"))),
    BrokenHead(name: "TE other than trailers", fields: with(("te", "gzip"))),
    BrokenHead(name: "a name in upper case", fields: with(("X-A", "b"))),
    BrokenHead(name: "a name with a space", fields: with(("x a", "b"))),
    BrokenHead(name: "an empty name", fields: with(("", "b"))),
    BrokenHead(name: "a line feed in a value", fields: with(("x", "a\nb: c"))),
    BrokenHead(name: "a carriage return in a value", fields: with(("x", "a\rb"))),
    BrokenHead(name: "a NUL in a value", fields: with(("x", "a\0b"))),
    BrokenHead(name: "space before a value", fields: with(("x", " a"))),
    BrokenHead(name: "a length that is not a number", fields: with(("content-length", "x"))),
    BrokenHead(
      name: "two lengths", fields: with(("content-length", "0"), ("content-length", "0"))),
    BrokenHead(name: "a method with a space", fields: replacing(":method", "G ET")),
    BrokenHead(
      name: "CONNECT", fields: [(":method", "CONNECT"), (":authority", "a:1")],
      error: .unsupportedTargetForm),
    BrokenHead(
      name: "another scheme", fields: replacing(":scheme", "ftp"), error: .unsupportedTargetForm),
    BrokenHead(name: "a path without a slash", fields: replacing(":path", "a")),
    BrokenHead(name: "an absolute path", fields: replacing(":path", "https://a/")),
    BrokenHead(
      name: "a fragment", fields: replacing(":path", "/a#b"), error: .invalidTarget),
    BrokenHead(
      name: "a user in the authority", fields: replacing(":authority", "user@a"),
      error: .invalidHost),
    BrokenHead(name: "another host", fields: with(("host", "other")), error: .invalidHost),
    BrokenHead(
      name: "two hosts", fields: replacing(":authority", nil) + [("host", "a"), ("host", "a")]),
    BrokenHead(
      name: "a long path",
      fields: replacing(":path", "/" + String(repeating: "a", count: 8 << 10)),
      error: .targetTooLong(limit: 8 << 10)),
    BrokenHead(
      name: "a long method", fields: replacing(":method", String(repeating: "A", count: 33)),
      error: .methodTooLong(limit: 32)),
    BrokenHead(
      name: "too many fields", fields: RawFrame.request() + (0...100).map { ("x\($0)", "") },
      error: .fieldCountExceeded(limit: 100)),
    BrokenHead(
      name: "another expectation",
      fields: [(":method", "POST")] + RawFrame.request().dropFirst() + [("expect", "x")],
      error: .unsupportedExpectation),
  ]
}

struct RequestHeadReaderTests {
  @Test(arguments: BrokenHead.all)
  func endsOnlyTheStreamOfABrokenHead(_ head: BrokenHead) throws {
    let talk = Conversation()
    let hasBody = head.error == .unsupportedExpectation
    talk.receive(RawFrame.preface + RawFrame.head(1, head.fields, endsStream: !hasBody))
    #expect(talk.refusals[1] == head.error)
    #expect(talk.requests[1] == nil)
    #expect(talk.session.openStreamCount == (head.error == nil ? 0 : 1))
    if head.error != nil { try talk.respond(to: 1, "no", .badRequest) }
    talk.receive(RawFrame.head(3, RawFrame.request("GET", "/next")))
    #expect(talk.requests[3]?.target.path == "/next")
    #expect(!talk.isClosed)
  }

  private func head(_ fields: [(String, String)], endsStream: Bool = true) -> RequestHead? {
    let talk = Conversation()
    talk.receive(RawFrame.preface + RawFrame.head(1, fields, endsStream: endsStream))
    return talk.requests[1]
  }

  @Test func acceptsWhatHTTP2Allows() throws {
    let options = try #require(head(RawFrame.request("OPTIONS", "*")))
    #expect(options.target.path == "*")
    #expect(head(RawFrame.request("PROPFIND"))?.method == "PROPFIND")
    #expect(head(RawFrame.request() + [("host", "LOCALHOST")]) != nil)
    #expect(head(RawFrame.request() + [("te", "trailers")]) != nil)
    let host = RawFrame.request().filter { $0.0 != ":authority" } + [("host", "[::1]:8443")]
    #expect(head(host)?.fields[.host] == "[::1]:8443")
    #expect(head(host)?.target.authority == nil)
    let exact = RawFrame.request("GET", "/" + String(repeating: "a", count: (8 << 10) - 1))
    #expect(head(exact) != nil)
  }

  @Test func takesTheBodyLengthFromTheHead() throws {
    #expect(head(RawFrame.request())?.announcedBytes == 0)
    let chunked = try #require(head(RawFrame.request("POST"), endsStream: false))
    #expect(chunked.announcedBytes == nil)
    let announced = RawFrame.request("POST", "/", [("content-length", "7")])
    #expect(head(announced, endsStream: false)?.announcedBytes == 7)
    #expect(head(announced, endsStream: false)?.hasBody == true)
    let expecting = announced + [("expect", "100-Continue")]
    #expect(head(expecting, endsStream: false)?.expectation == .continueResponse)
  }

  @Test func acceptsTrailersExceptFramingAndRoutingFields() throws {
    func accepts(_ fields: [(String, String)], _ limits: RequestLimits = RequestLimits())
      throws -> Bool
    {
      let talk = Conversation(limits: limits)
      talk.receive(
        RawFrame.preface + RawFrame.head(1, RawFrame.request("POST"), endsStream: false)
          + RawFrame.data(1, "a") + RawFrame.head(1, fields))
      guard case .bytes = try talk.session.nextBody(of: 1),
        case .end = try talk.session.nextBody(of: 1)
      else { return false }
      return true
    }
    #expect(try accepts([("x-sum", "1")]))
    #expect(throws: RequestBodyError.truncated) { try accepts([("cookie", "a")]) }
    let limits = RequestLimits { $0.trailerBytesMax = 40 }
    #expect(try accepts([("x", "1234567")], limits))
    #expect(throws: RequestBodyError.truncated) { try accepts([("x", "12345678")], limits) }
  }
}

import Testing

@testable import LoadGeneration

@Suite("Responses over HTTP/1.1")
struct ResponseParserTests {
  static let plain =
    "HTTP/1.1 200 OK\r\nServer: x\r\ncontent-LENGTH: 10\r\nConnection: keep-alive\r\n\r\n[[\"a\",\"b\"]"
  static let chunked =
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n[[\"a\r\n6;x=y\r\n\",\"b\"]\r\n0\r\nT: 1\r\n\r\n"
  static let bare = "HTTP/1.1 200\nContent-Length:10\n\n[[\"a\",\"b\"]"
  static let expected = Array("[[\"a\",\"b\"]".utf8)

  /// Parses a response in these chunks, and returns whether it is complete after the last one.
  private func outcome(_ chunks: [ArraySlice<UInt8>], expected: [UInt8] = expected)
    throws(ResponseError) -> (isWhole: Bool, parser: ResponseParser)
  {
    var parser = ResponseParser()
    var check = BodyCheck(.bytes(expected))
    var isWhole = false
    for chunk in chunks {
      if isWhole { throw .unexpectedBytes }
      isWhole = try parser.receive(Array(chunk), check: &check)
    }
    return (isWhole, parser)
  }

  @Test(arguments: [plain, chunked, bare])
  func parsesResponsesInEverySplit(text: String) throws {
    let bytes = Array(text.utf8)
    for first in 1..<bytes.count {
      for second in first..<bytes.count {
        let chunks = [bytes[..<first], bytes[first..<second], bytes[second...]]
        let (isWhole, parser) = try outcome(chunks.filter { !$0.isEmpty })
        #expect(isWhole)
        #expect(parser.bodyBytes == 10)
      }
    }
    #expect(try outcome(bytes.indices.map { bytes[$0...$0] }).isWhole)
  }

  @Test(arguments: [plain, chunked, bare])
  func findsNoResponseBeforeItsLastByte(text: String) throws {
    let bytes = Array(text.utf8)
    for end in bytes.indices { #expect(try !outcome([bytes[..<end]]).isWhole) }
  }

  @Test func parsesSeveralResponsesOfOneConnection() throws {
    var parser = ResponseParser()
    var check = BodyCheck(.bytes(Self.expected))
    #expect(try parser.receive(Array(Self.plain.utf8), check: &check))
    #expect(try parser.receive(Array(Self.chunked.utf8), check: &check))
    let wrong = Self.plain.replacing("\"b\"", with: "\"c\"")
    #expect(throws: ResponseError.wrongBody("other bytes")) {
      try parser.receive(Array(wrong.utf8), check: &check)
    }
  }

  @Test func rejectsBodiesOfTheWrongLength() {
    for body in ["", "[[\"a\",\"b\"", "[[\"a\",\"b\"]]"] {
      let text = "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
      #expect(throws: ResponseError.wrongBody("other bytes")) {
        try outcome([Array(text.utf8)[...]])
      }
    }
  }

  @Test func rejectsBytesAfterTheResponse() {
    #expect(throws: ResponseError.unexpectedBytes) {
      try outcome([Array((Self.plain + "H").utf8)[...]])
    }
  }

  @Test(arguments: [204, 304, 404, 429, 500, 503])
  func rejectsOtherStatuses(code: Int) {
    #expect(throws: ResponseError.status(code)) {
      try outcome([Array("HTTP/1.1 \(code) X\r\nContent-Length: 0\r\n\r\n".utf8)[...]])
    }
  }

  @Test func acceptsOnlyThePartialContentOfARange() throws {
    let head = "X\r\nContent-Length: 2\r\n\r\n"
    var parser = ResponseParser(status: 206)
    var check = BodyCheck(.bytes(Array("ab".utf8)))
    #expect(try parser.receive(Array("HTTP/1.1 206 \(head)ab".utf8), check: &check))
    #expect(throws: ResponseError.status(200)) {
      try parser.receive(Array("HTTP/1.1 200 \(head)ab".utf8), check: &check)
    }
  }

  @Test(
    arguments: [
      "HTTP/2 200\r\n", "ICY 200 OK\r\n", "HTTP/1.1 2x0 OK\r\n", "HTTP/1.1 200 OK\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: \r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n[[\r\n",
      String(repeating: "H", count: 8193),
    ])
  func rejectsMalformedResponses(text: String) {
    #expect {
      try outcome([Array(text.utf8)[...]])
    } throws: { error in
      if case .malformed = error as? ResponseError { return true }
      return false
    }
  }

  @Test func noticesConnectionCloseForOneResponseOnly() throws {
    let closing = Self.plain.replacing("keep-alive", with: "close")
    #expect(try outcome([Array(closing.utf8)[...]]).parser.isLast)
    #expect(try !outcome([Array(Self.plain.utf8)[...]]).parser.isLast)
  }
}

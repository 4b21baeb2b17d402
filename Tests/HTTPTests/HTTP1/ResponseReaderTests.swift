import TestSupport
import Testing

@testable import HTTP

struct ResponseReaderTests {
  private func read(
    _ text: String, isAtEnd: Bool = false, bodyBytesMax: Int = 64
  ) throws -> ReceivedResponse? {
    var reader = ResponseReader(bodyBytesMax: bodyBytesMax)
    reader.receive(text.utf8)
    return try reader.response(isAtEnd: isAtEnd)
  }

  private func error(of text: String, isAtEnd: Bool = false) -> ResponseReaderError? {
    do { _ = try read(text, isAtEnd: isAtEnd) } catch { return error as? ResponseReaderError }
    return nil
  }

  private let valid: [(String, ReceivedResponse)] = [
    (
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX: y\r\n\r\nhi",
      ReceivedResponse(status: 200, body: Array("hi".utf8))
    ),
    (
      "HTTP/1.1 403 Forbidden\r\ntransfer-encoding: Chunked\r\n\r\n2;x=y\r\nhi\r\nA\r\n0123456789\r\n0\r\n",
      ReceivedResponse(status: 403, body: Array("hi0123456789".utf8))
    ),
    (
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.0 500\r\nContent-Length: 0\r\n\r\n",
      ReceivedResponse(status: 500, body: [])
    ),
  ]

  @Test func readsBodiesWithALengthAndInChunks() throws {
    for (text, expected) in valid { #expect(try read(text) == expected) }
  }

  @Test func waitsForTheRestOfEveryPrefix() throws {
    for (text, expected) in valid {
      let bytes = Array(text.utf8)
      for count in 0..<bytes.count {
        var reader = ResponseReader(bodyBytesMax: 64)
        reader.receive(bytes[..<count])
        let early = try reader.response(isAtEnd: false)
        #expect(early == nil)
        #expect(throws: ResponseReaderError.truncated) { try reader.response(isAtEnd: true) }
        reader.receive(bytes[count...])
        let whole = try reader.response(isAtEnd: false)
        #expect(whole == expected)
      }
    }
  }

  @Test func readsABodyWithoutALengthUntilTheEnd() throws {
    let text = "HTTP/1.1 200 OK\r\n\r\nhi"
    #expect(try read(text) == nil)
    #expect(try read(text, isAtEnd: true)?.body == Array("hi".utf8))
  }

  @Test(arguments: [204, 304, 101])
  func readsNoBodyOfAResponseThatHasNone(status: Int) throws {
    let response = try read("HTTP/1.1 \(status) X\r\nContent-Length: 5\r\n\r\nrest")
    #expect(response == ReceivedResponse(status: status, body: []))
  }

  @Test(
    arguments: [
      "HTTP/2 200 OK\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n", "HTTP/1.1 999 OK\r\n\r\n", "\r\n\r\n",
      "HTTP/1.1 +20 OK\r\n\r\n", "SSH-2.0-x\r\n\r\n",
      "HTTP/1.1 200 OK\r\nno colon\r\n\r\n", "HTTP/1.1 200 OK\r\n folded: x\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: +1\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 1, 1\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc",
    ])
  func refusesWhatIsNotAResponse(text: String) {
    #expect(error(of: text) == .malformed)
  }

  @Test func limitsHeadsAndBodies() {
    let head = "HTTP/1.1 200 OK\r\n"
    #expect(
      error(of: head + String(repeating: "a", count: ResponseReader.headBytesMax)) == .tooLarge)
    for body in [
      "Content-Length: 65\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n41\r\n",
      "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n40\r\n",
      "\r\n" + String(repeating: "a", count: 65),
      "Transfer-Encoding: chunked\r\n\r\n7FFFFFFFFFFFFFFF\r\n",
    ] {
      #expect(error(of: head + body) == .tooLarge, "\(body)")
    }
  }

  @Test func survivesDamage() {
    var random = SeededGenerator(state: 3)
    for (text, _) in valid {
      for _ in 0..<500 {
        var bytes = Array(text.utf8)
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
        var reader = ResponseReader(bodyBytesMax: 64)
        reader.receive(bytes)
        _ = try? reader.response(isAtEnd: true)
      }
    }
  }
}

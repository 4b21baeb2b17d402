import Testing

@testable import HTTP

/// Returns all output of a writer, as text.
func output(of writer: inout ResponseWriter) -> String {
  var bytes: [UInt8] = []
  while let slice = writer.takeOutput() { bytes += slice }
  return String(decoding: bytes, as: UTF8.self)
}

struct ResponseWriterTests {
  private static let epoch = "Date: Thu, 01 Jan 1970 00:00:00 GMT\r\n"

  private func start(
    _ response: Response, _ facts: ResponseWriter.RequestFacts = .init()
  ) -> ResponseWriter {
    var writer = ResponseWriter()
    writer.start(response, to: facts, secondsSince1970: 0)
    return writer
  }

  @Test func writesASmallResponseAsOneSlice() {
    var writer = start(
      Response(.ok, fields: ["Content-Type": "text/plain"], body: .bytes(Array("hello".utf8))))
    #expect(!writer.needsBody)
    let slice = writer.takeOutput().map { String(decoding: $0, as: UTF8.self) }
    #expect(
      slice
        == "HTTP/1.1 200 OK\r\n\(Self.epoch)Content-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello"
    )
    #expect(writer.takeOutput() == nil)
  }

  @Test func writesALargeBodyWithoutCopyingIt() {
    let body = [UInt8](repeating: 7, count: 100_000)
    var writer = start(Response(.ok, body: .bytes(body)))
    _ = writer.takeOutput()
    let slice = writer.takeOutput() ?? []
    let isSame = slice.span.isIdentical(to: body.span)
    #expect(isSame)
    #expect(writer.takeOutput() == nil)
  }

  @Test func announcesAStreamOfKnownLength() throws {
    var writer = start(streamed(5))
    #expect(writer.needsBody)
    try writer.write(bytes("hel"))
    try writer.write(bytes("lo"))
    try writer.finish()
    #expect(!writer.needsBody)
    #expect(output(of: &writer).hasSuffix("Content-Length: 5\r\n\r\nhello"))
  }

  @Test func truncatesABodyLongerThanAnnounced() throws {
    var writer = start(streamed(3))
    #expect(throws: ResponseError.bodyLongerThanAnnounced) {
      try writer.write(bytes("hello"))
    }
    #expect(output(of: &writer).hasSuffix("\r\n\r\nhel"))
  }

  @Test func reportsABodyShorterThanAnnounced() throws {
    var writer = start(streamed(9))
    try writer.write(bytes("hello"))
    #expect(throws: ResponseError.bodyShorterThanAnnounced) { try writer.finish() }
    #expect(!writer.needsBody)
  }

  @Test func chunksAStreamOfUnknownLength() throws {
    var writer = start(streamed(nil))
    try writer.write(bytes("hello"))
    try writer.write([])
    try writer.write(Array(repeating: 0x61, count: 26)[...])
    try writer.finish()
    let text = output(of: &writer)
    #expect(text.contains("\r\nTransfer-Encoding: chunked\r\n\r\n"))
    #expect(!text.contains("Content-Length"))
    let letters = String(repeating: "a", count: 26)
    #expect(text.hasSuffix("\r\n\r\n5\r\nhello\r\n1a\r\n\(letters)\r\n0\r\n\r\n"))
  }

  @Test func framesALargeChunk() throws {
    var writer = start(streamed(nil))
    try writer.write(Array(repeating: 0x61, count: 20_000)[...])
    try writer.finish()
    let text = output(of: &writer)
    #expect(text.hasSuffix("\r\n\r\n4e20\r\n\(String(repeating: "a", count: 20_000))\r\n0\r\n\r\n"))
  }

  @Test func endsAnHTTP10StreamWithTheConnection() throws {
    var writer = start(streamed(nil), .init(version: .http10, isPersistent: true))
    #expect(!writer.isPersistent)
    try writer.write(bytes("hello"))
    try writer.finish()
    let text = output(of: &writer)
    #expect(text.hasSuffix("Connection: close\r\n\r\nhello"))
    #expect(!text.contains("chunked") && !text.contains("Content-Length"))
  }

  @Test func rejectsBodyDataThatNoResponseExpects() {
    var writer = start(Response(.ok))
    #expect(throws: ResponseError.noBodyExpected) { try writer.write(bytes("x")) }
    #expect(throws: ResponseError.noBodyExpected) { try writer.finish() }
  }

  @Test func sendsNoBodyInResponseToHEAD() {
    let facts = ResponseWriter.RequestFacts(isHead: true)
    var writer = start(Response(.ok, body: .bytes(Array("hello".utf8))), facts)
    #expect(output(of: &writer).hasSuffix("\r\nContent-Length: 5\r\n\r\n"))
    writer = start(streamed(7), facts)
    #expect(!writer.needsBody)
    #expect(output(of: &writer).hasSuffix("\r\nContent-Length: 7\r\n\r\n"))
    writer = start(streamed(nil), facts)
    #expect(!writer.needsBody)
  }

  @Test func writesContinueWithoutFields() {
    var writer = ResponseWriter()
    writer.writeContinue()
    #expect(output(of: &writer) == "HTTP/1.1 100 Continue\r\n\r\n")
  }

  @Test func replacesAnInformationalStatusOfTheApp() {
    var writer = start(Response(Status(103, "Early Hints"), body: .bytes(Array("x".utf8))))
    #expect(output(of: &writer).hasPrefix("HTTP/1.1 500 Internal Server Error\r\n"))
  }

  @Test func countsBodyBytesWithoutFraming() throws {
    let hello = Response(.ok, body: .bytes(Array("hello".utf8)))
    #expect(start(hello).bodyBytes == 5)
    #expect(start(hello, .init(isHead: true)).bodyBytes == 0)
    #expect(start(Response(.noContent, body: hello.body)).bodyBytes == 0)
    for (length, version) in [(nil, HTTPVersion.http11), (nil, .http10), (5, .http11)] {
      var writer = start(streamed(length), .init(version: version))
      try writer.write(bytes("hel"))
      #expect(writer.bodyBytes == 3)
      try writer.write(bytes("lo"))
      try writer.finish()
      #expect(writer.bodyBytes == 5)
      writer.start(Response(.ok), to: .init(), secondsSince1970: 0)
      #expect(writer.bodyBytes == 0)
    }
    var writer = start(streamed(4))
    #expect(throws: ResponseError.bodyLongerThanAnnounced) {
      try writer.write(bytes("hello"))
    }
    #expect(writer.bodyBytes == 4)
  }
}

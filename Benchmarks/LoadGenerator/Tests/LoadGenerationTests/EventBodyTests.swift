import Testing

@testable import LoadGeneration

@Suite("Chatts of a stream of events")
struct EventBodyTests {
  private func event(_ name: String, _ text: String) -> ArraySlice<UInt8> {
    Array("event: \(name)\ndata: {\"message\":\"\(text)\"}\n\n".utf8)[...]
  }

  @Test func takesTheTokensOfChattsOnce() throws {
    var body = EventBody()
    try body.receive(Array("retry: 2000\nid: 1\n\n".utf8)[...])
    #expect(body.takeTokens().isEmpty)
    try body.receive(event("chatt", "one ~00000000000001f") + event("chatt", "~fffffffffffffff!"))
    #expect(body.takeTokens() == [0x1f, 0xfff_ffff_ffff_ffff])
    #expect(body.takeTokens().isEmpty)
  }

  @Test func findsTheTokenOfARequest() throws {
    var template = try #require(
      RequestTemplate(path: "/", authority: "h", body: RequestTemplate.placeholder))
    let number: UInt64 = 0x123_4567_89ab_cdef
    var body = EventBody()
    try body.receive(
      event(
        "chatt",
        String(decoding: template.request(number: number), as: UTF8.self)
          .split(separator: "\r\n\r\n").last.map(String.init) ?? ""))
    #expect(body.takeTokens() == [number])
  }

  @Test func rejectsOtherEvents() throws {
    let failures: [(ArraySlice<UInt8>, ResponseError)] = [
      (event("reset", ""), .wrongBody("an event reset")),
      (event("delete", ""), .wrongBody("an event delete")),
      (event("chatt", "no token"), .wrongBody("a chatt of somebody else")),
      (event("chatt", "~00000000000001"), .wrongBody("a chatt of somebody else")),
      (
        event("chatt", "~000000000000002") + event("chatt", "~000000000000002"),
        .wrongBody("a chatt twice, or out of order")
      ),
      (
        event("chatt", "~000000000000002") + event("chatt", "~000000000000001"),
        .wrongBody("a chatt twice, or out of order")
      ),
    ]
    for (bytes, error) in failures {
      var body = EventBody()
      #expect(throws: error) { try body.receive(bytes) }
    }
  }

  @Test func hasNoEnd() {
    #expect(throws: ResponseError.ended("the stream of events")) {
      var parser = ResponseParser()
      var body = EventBody()
      let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
      #expect(try !parser.receive(Array(head.utf8), check: &body) && parser.hasHead)
      _ = try parser.receive(Array("0\r\n\r\n".utf8), check: &body)
    }
  }
}

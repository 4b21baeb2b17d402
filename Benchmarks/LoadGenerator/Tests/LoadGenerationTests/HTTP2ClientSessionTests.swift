import Testing

@testable import LoadGeneration

@Suite("Responses over HTTP/2")
struct HTTP2ClientSessionTests {
  private static let body = Array("[[\"a\",\"b\"]]".utf8)

  private func frame(_ type: UInt8, _ flags: UInt8, _ stream: UInt8, _ payload: [UInt8]) -> [UInt8]
  {
    [0, UInt8(payload.count >> 8), UInt8(payload.count & 255), type, flags, 0, 0, 0, stream]
      + payload
  }

  /// SETTINGS and PING of the server, then two responses in interleaved chunks.
  private var responses: [UInt8] {
    let (first, second) = (Self.body[..<4], Self.body[4...])
    return frame(4, 0, 0, [0, 3, 0, 0, 0, 100]) + frame(6, 0, 0, [1, 2, 3, 4, 5, 6, 7, 8])
      + frame(1, 4, 3, [0x20, 0x88, 0x5f]) + frame(1, 4, 1, [0x88])
      + frame(0, 0, 1, Array(first)) + frame(0, 8, 3, [2] + Array(first) + [0, 0])
      + frame(0, 9, 3, [0] + Array(second)) + frame(0, 0, 1, Array(second)) + frame(0, 1, 1, [])
  }

  private func session(_ expectation: BodyCheck.Expectation = .bytes(body)) -> HTTP2ClientSession {
    var load = Load()
    load.getPath = "/getchatts/"
    load.getExpectation = expectation
    var session = HTTP2ClientSession(load)
    session.ask(at: 1)
    session.ask(at: 2)
    return session
  }

  @Test func parsesResponsesInEverySplit() throws {
    let bytes = responses
    for split in 0...bytes.count {
      var session = session()
      _ = session.takeOutput()
      var began: [UInt64] = []
      for chunk in [bytes[..<split], bytes[split...]] {
        try session.receive(Array(chunk)) { response in
          began.append(response.began)
          #expect(response.bodyBytes == Self.body.count)
        }
      }
      #expect(began == [2, 1])
      #expect(session.underWay == 0)
      // The settings and the ping are acknowledged.
      let acknowledged = frame(4, 1, 0, []) + frame(6, 1, 0, [1, 2, 3, 4, 5, 6, 7, 8])
      #expect(session.takeOutput() == acknowledged)
    }
  }

  @Test func findsNoResponseBeforeItsLastByte() throws {
    let bytes = responses
    for end in 0..<bytes.count {
      var session = session()
      var count = 0
      try session.receive(Array(bytes[..<end])) { _ in count += 1 }
      #expect(count < 2)
      #expect(session.underWay == 2 - count)
    }
  }

  @Test func opensWithPrefaceSettingsAndWindow() {
    var session = session()
    let output = session.takeOutput()
    let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    #expect(output.starts(with: preface + [0, 0, 18, 4, 0, 0, 0, 0, 0]))
    let request = FieldBlock.get(path: "/getchatts/", authority: "127.0.0.1:0", wantsGzip: false)
    let asked = frame(1, 5, 1, request) + frame(1, 5, 3, request)
    #expect(Array(output.suffix(asked.count)) == asked)
    #expect(session.takeOutput().isEmpty)
  }

  @Test func reusesFinishedExchanges() throws {
    var session = session()
    try session.receive(responses) { _ in }
    session.ask(at: 3)
    var began: UInt64 = 0
    try session.receive(frame(1, 4, 5, [0x88]) + frame(0, 1, 5, Self.body)) { began = $0.began }
    #expect(began == 3)
  }

  @Test func reportsTheCauseOfWrongResponses() {
    let failures: [([UInt8], ResponseError)] = [
      (frame(1, 4, 1, [0x8d]), .status(404)), (frame(1, 4, 1, [0x8e]), .status(500)),
      (frame(1, 4, 1, []), .malformed("no status")),
      (frame(0, 1, 1, Self.body), .malformed("body without a head")),
      (frame(1, 4, 1, [0x88]) + frame(0, 1, 1, [91]), .wrongBody("other bytes")),
      (frame(1, 5, 1, [0x88]), .wrongBody("other bytes")),
      (frame(1, 4, 7, [0x88]), .unexpectedBytes), (frame(0, 0, 9, [1]), .unexpectedBytes),
      (frame(3, 0, 1, [0, 0, 0, 8]), .ended("RST_STREAM")),
      (frame(7, 0, 0, [0, 0, 0, 0, 0, 0, 0, 0]), .ended("GOAWAY")),
      (frame(0, 8, 1, [5, 1]), .malformed("padding")),
      ([1, 0, 0, 0, 0, 0, 0, 0, 1], .malformed("a frame too long")),
    ]
    for (bytes, error) in failures {
      var session = session()
      #expect(throws: error) { try session.receive(bytes) { _ in } }
    }
  }
}

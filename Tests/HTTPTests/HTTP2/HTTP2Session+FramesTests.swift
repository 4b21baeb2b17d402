import HTTP
import TestSupport
import Testing

struct HTTP2SessionFramesTests {
  private static let post = RawFrame.request("POST")

  @Test(
    arguments: [
      ("a stream below an earlier one", RawFrame.head(5) + RawFrame.head(3), .protocolError),
      (
        "a stream whose request had ended", RawFrame.head(1) + RawFrame.head(3) + RawFrame.head(1),
        .streamClosed
      ),
      (
        "a stream that the client has reset",
        RawFrame.head(1, post, endsStream: false) + RawFrame.reset(1) + RawFrame.head(1),
        .streamClosed
      ),
      ("a priority of the connection", RawFrame.frame(2, [0, 0, 0, 0, 16]), .protocolError),
    ] as [(String, [UInt8], HTTP2ErrorCode)])
  func endsTheConnectionOnFramesThatNghttp2Ignores(
    name: String, frames: [UInt8], code: HTTP2ErrorCode
  ) {
    let talk = Conversation()
    talk.receive(RawFrame.preface)
    talk.receive(frames)
    // Earlier requests get no response, because the connection is over.
    #expect(talk.goAwayCode == code.rawValue)
    #expect(talk.isClosed)
    #expect(talk.session.flood == nil)
  }

  @Test func rejectsAHeadOnAStreamThatHasItsResponse() throws {
    let talk = Conversation()
    talk.receive(RawFrame.preface + RawFrame.head(1))
    try talk.respond(to: 1, "{}")
    talk.receive([])
    #expect(talk.session.openStreamCount == 0)
    talk.receive(RawFrame.head(1))
    #expect(talk.goAwayCode == HTTP2ErrorCode.streamClosed.rawValue)
    #expect(talk.isClosed)
  }

  @Test func acceptsTrailersInFlightAfterAReset() throws {
    let talk = Conversation()
    talk.receive(
      RawFrame.preface + RawFrame.head(1, Self.post, endsStream: false)
        + RawFrame.head(3, Self.post, endsStream: false))
    talk.session.reset(1, .noError)
    talk.receive([])
    talk.receive(RawFrame.frame(1, flags: 5, stream: 1, RawFrame.block([("x-check", "1")])))
    #expect(!talk.session.isEnded)
    talk.receive(RawFrame.frame(1, flags: 5, stream: 3, RawFrame.block([("x-check", "1")])))
    try talk.respond(to: 3, "{}")
    talk.receive(RawFrame.head(5))
    #expect(!talk.session.isEnded)
    #expect(talk.requests[5] != nil)
  }

  @Test func acceptsTrailersOfARefusedStream() {
    var http2 = HTTP2Limits()
    http2.streamsMax = 1
    let talk = Conversation(http2: http2)
    talk.receive(
      RawFrame.preface + RawFrame.head(1) + RawFrame.head(3, Self.post, endsStream: false)
        + RawFrame.frame(1, flags: 5, stream: 3, RawFrame.block([("x-check", "1")])))
    #expect(!talk.session.isEnded)
  }

  @Test func acceptsPriorityOnAnyStream() {
    let talk = Conversation()
    talk.receive(
      RawFrame.preface + RawFrame.frame(2, stream: 7, [0, 0, 0, 0, 16]) + RawFrame.head(1)
        + RawFrame.frame(2, stream: 1, [0, 0, 0, 0, 16]))
    #expect(!talk.session.isEnded)
    #expect(talk.requests[1] != nil)
  }
}

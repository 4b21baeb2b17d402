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

  /// nghttp2 decodes no field of more than 64 KiB, and a long head is not read to its end.
  @Test(
    arguments: [
      [("x", String(repeating: "y", count: 70_000))],
      [("x", String(repeating: "y", count: 500_000))],
      (0..<30).map { ("x\($0)", String(repeating: "y", count: 10_000)) },
    ])
  func endsTheConnectionOnAHeadThatIsTooLargeToRead(fields: [(String, String)]) {
    let block = RawFrame.block(RawFrame.request("GET", "/", fields))
    let starts = stride(from: 0, to: block.count, by: 16_384)
    let talk = Conversation()
    talk.receive(RawFrame.preface)
    for start in starts {
      let part = Array(block[start..<min(start + 16_384, block.count)])
      let flags: UInt8 = (start == 0 ? 1 : 0) | (start + 16_384 >= block.count ? 4 : 0)
      talk.receive(RawFrame.frame(start == 0 ? 1 : 9, flags: flags, stream: 1, part))
    }
    #expect(talk.goAwayCode != nil && talk.isClosed)
    #expect(talk.requests.isEmpty)
  }
}

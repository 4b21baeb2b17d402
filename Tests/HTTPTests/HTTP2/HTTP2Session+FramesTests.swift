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

  /// Returns the frames that the session sends for a head in frames of 16 KiB.
  private static func response(to block: [UInt8], chunkBytes: Int) -> [RawFrame.Received] {
    let parts = stride(from: 0, to: block.count, by: 16_384).map {
      Array(block[$0..<min($0 + 16_384, block.count)])
    }
    var bytes = RawFrame.preface
    for (index, part) in parts.enumerated() {
      let flags: UInt8 = (index == 0 ? 1 : 0) | (index == parts.count - 1 ? 4 : 0)
      bytes += RawFrame.frame(index == 0 ? 1 : 9, flags: flags, stream: 1, part)
    }
    let talk = Conversation()
    var output = talk.serve()
    for start in stride(from: 0, to: bytes.count, by: chunkBytes) {
      let chunk = bytes[start..<min(start + chunkBytes, bytes.count)]
      talk.session.receive(chunk, secondsSince1970: talk.second)
      output += talk.serve()
    }
    return RawFrame.take(from: &output)
  }

  /// nghttp2 decodes no field of more than 64 KiB, and a long head is not read to its end: the
  /// connection ends, but the client gets a status first.
  @Test(
    arguments: [
      [("x", String(repeating: "y", count: 70_000))],
      [("x", String(repeating: "y", count: 500_000))],
      (0..<30).map { ("x\($0)", String(repeating: "y", count: 10_000)) },
    ], [1000, 1 << 20])
  func respondsToAHeadThatIsTooLargeToRead(fields: [(String, String)], chunkBytes: Int) throws {
    let block = RawFrame.block(RawFrame.request("GET", "/", fields))
    let frames = Self.response(to: block, chunkBytes: chunkBytes)
    let response = try #require(frames.firstIndex { $0.type == 1 })
    let end = try #require(frames.firstIndex { $0.type == 7 })
    #expect(response < end && frames[response].stream == 1 && frames[response].endsStream)
    #expect(frames[response].payload == [0x08, 3] + Array("431".utf8))
    #expect(frames[response].flags & 4 != 0)
  }

  @Test func hasNoStatusForAShortHeadThatIsMalformed() {
    // An index beyond the table.
    let frames = Self.response(to: [0xFF, 0xFF, 0x7F], chunkBytes: 1 << 20)
    #expect(frames.contains { $0.type == 7 } && !frames.contains { $0.type == 1 })
  }
}

import HTTP
import TestSupport
import Testing

/// A way to make a server waste work or memory.
struct FloodAttack: Sendable, CustomTestStringConvertible {
  let name: String
  let flood: HTTP2Flood
  /// The frames of one round.
  let frames: @Sendable (_ round: UInt32) -> [UInt8]

  var testDescription: String { name }

  static let all = [
    FloodAttack(name: "rapid reset (CVE-2023-44487)", flood: .resets) {
      RawFrame.head(2 * $0 + 1) + RawFrame.reset(2 * $0 + 1)
    },
    FloodAttack(name: "streams that the server must reset (CVE-2019-9514)", flood: .resets) {
      // A head without a path is malformed.
      RawFrame.head(2 * $0 + 1, [(":method", "GET"), (":scheme", "https")])
    },
    FloodAttack(name: "windows that overflow, which ends streams (CVE-2025-8671)", flood: .resets) {
      RawFrame.head(2 * $0 + 1) + RawFrame.windowUpdate(2 * $0 + 1, by: .max >> 1)
    },
    FloodAttack(name: "more streams than may be open", flood: .resets) {
      RawFrame.head(2 * $0 + 1)
    },
    FloodAttack(name: "pings (CVE-2019-9512)", flood: .idleFrames) { _ in
      RawFrame.frame(6, [0, 0, 0, 0, 0, 0, 0, 0])
    },
    FloodAttack(name: "settings (CVE-2019-9515)", flood: .idleFrames) { _ in RawFrame.frame(4) },
    FloodAttack(name: "priorities (CVE-2019-9513)", flood: .idleFrames) {
      RawFrame.frame(2, stream: 2 * $0 + 1, [0, 0, 0, 0, 16])
    },
    FloodAttack(name: "empty DATA (CVE-2019-9518)", flood: .idleFrames) {
      ($0 == 0 ? RawFrame.head(1, RawFrame.request("POST"), endsStream: false) : [])
        + RawFrame.data(1, "")
    },
    FloodAttack(name: "padding without data", flood: .idleFrames) {
      ($0 == 0 ? RawFrame.head(1, RawFrame.request("POST"), endsStream: false) : [])
        + RawFrame.frame(0, flags: 0x8, stream: 1, [3, 0, 0, 0])
    },
    FloodAttack(name: "window updates by one (CVE-2019-9511)", flood: .idleFrames) { _ in
      RawFrame.windowUpdate(0, by: 1)
    },
    FloodAttack(
      name: "more entries in a SETTINGS frame than allowed (CVE-2019-9515)", flood: .frames
    ) { _ in RawFrame.frame(4, (0..<33).flatMap { _ in RawFrame.setting(3, 1) }) },
  ]
}

extension HTTP2Limits {
  /// Creates limits that differ from the defaults as `change` specifies.
  init(_ change: (inout HTTP2Limits) -> Void) {
    self.init()
    change(&self)
  }
}

struct HTTP2FloodTests {
  private let talk = Conversation()

  private static let framesMax = 3000

  @Test(arguments: FloodAttack.all)
  func endsTheConnectionOnEveryFlood(_ attack: FloodAttack) {
    let talk = Conversation()
    talk.receive(RawFrame.preface)
    var count: UInt32 = 0
    // Sends several rounds at a time, as an attacker would.
    while !talk.isClosed, count < Self.framesMax {
      let rounds = (0..<150).map { attack.frames(count + $0) }
      talk.receive(rounds.flatMap(\.self))
      count += 150
    }
    #expect(talk.isClosed)
    #expect(talk.session.flood == attack.flood)
    #expect(talk.goAwayCode == HTTP2ErrorCode.enhanceYourCalm.rawValue)
    #expect(count < Self.framesMax)
  }

  /// CVE-2019-9516.
  @Test(.needs(.time)) func refusesALongHeadAndEndsTheConnectionOnAFarLongerOne() {
    let limits = RequestLimits { $0.headBytesMax = 10_000 }
    // nghttp2 rejects empty names, so each name has one byte.
    func fields(_ count: Int) -> [(String, String)] {
      RawFrame.request() + (0..<count).map { _ in ("a", "") }
    }
    let talk = Conversation(limits: limits)
    talk.receive(RawFrame.preface + RawFrame.head(1, fields(400)))
    #expect(talk.refusals[1] == .fieldCountExceeded(limit: 100))
    let long = (0..<10).map { ("x\($0)", String(repeating: "y", count: 1500)) }
    talk.receive(RawFrame.head(3, RawFrame.request("GET", "/", long)))
    #expect(talk.refusals[3] == .headTooLarge(limit: 10_000))
    #expect(talk.session.flood == nil)
    talk.receive(RawFrame.head(5, fields(1500)))
    #expect(talk.session.flood == .head)
    #expect(talk.isClosed)
    #expect(talk.goAwayCode == HTTP2ErrorCode.enhanceYourCalm.rawValue)
  }

  /// CVE-2024-28182.
  @Test(arguments: [0, 1])
  func endsTheConnectionOnTooManyCONTINUATIONFrames(fieldCount: Int) {
    talk.receive(
      RawFrame.preface + RawFrame.frame(1, stream: 1, RawFrame.block(RawFrame.request())))
    let more = RawFrame.frame(
      9, stream: 1, RawFrame.block((0..<fieldCount).map { ("x\($0)", "") }))
    for _ in 0..<talk.session.http2.continuationsMax {
      #expect(talk.session.isWithinHead)
      talk.receive(more)
    }
    #expect(!talk.isClosed)
    talk.receive(more)
    #expect(talk.session.flood == .frames)
    #expect(talk.isClosed)
    #expect(talk.goAwayCode == HTTP2ErrorCode.enhanceYourCalm.rawValue)
  }

  /// CVE-2016-6581.
  @Test func endsTheConnectionOnACompressionBomb() {
    let value = String(repeating: "z", count: 4000)
    // A field that is added to the table, then one byte for each repetition of it.
    let entry = [0x40] + RawFrame.block([("b", value)]).dropFirst()
    let bomb = entry + [UInt8](repeating: 0xBE, count: 10_000)
    talk.receive(
      RawFrame.preface
        + RawFrame.frame(1, flags: 5, stream: 1, RawFrame.block(RawFrame.request()) + bomb))
    #expect(talk.session.flood == .head)
    #expect(talk.isClosed)
  }

  @Test func toleratesCancellationsPingsAndWindowUpdates() throws {
    let talk = Conversation(opensWindows: true)
    let body = [UInt8](repeating: 1, count: 60_000)
    for round in 0..<600 {
      talk.second += round % 10 == 0 ? 1 : 0
      let cancelled = talk.peer.request()
      let completed = talk.peer.request()
      talk.peer.ping()
      talk.run()
      talk.peer.reset(cancelled)
      try talk.session.respond(
        with: Response(.ok, body: .bytes(body)), on: completed, secondsSince1970: 0)
      talk.run()
      #expect(talk.peer.responses[completed]?.body.count == body.count)
    }
    #expect(talk.session.flood == nil)
    #expect(!talk.isClosed)
    #expect(talk.peer.pingAcknowledgements == 600)
  }

  @Test func refusesOneStreamMoreThanMayBeOpen() {
    var http2 = HTTP2Limits()
    http2.streamsMax = 3
    let talk = Conversation(http2: http2)
    talk.receive(RawFrame.preface + (0..<4).flatMap { RawFrame.head(UInt32(2 * $0 + 1)) })
    #expect(talk.events == ["request 1", "request 3", "request 5"])
    #expect(talk.session.openStreamCount == 3)
    #expect(!talk.session.isWithinHead)
    #expect(!talk.isClosed)
  }

  @Test func endsAHeadThatNghttp2Discards() {
    talk.receive(RawFrame.preface + RawFrame.head(1, [(":method", "GET"), (":scheme", "https")]))
    #expect(!talk.session.isWithinHead)
    #expect(!talk.isClosed)
  }

  @Test func limitsFramesQueuedForAPeerThatDoesNotRead() {
    talk.session.receive(RawFrame.preface[...], secondsSince1970: 1)
    for number in 0..<10_000 where talk.session.flood == nil {
      talk.session.receive(RawFrame.head(UInt32(2 * number + 1))[...], secondsSince1970: number)
    }
    #expect(talk.session.flood == .frames)
    #expect(talk.session.isEnded)
  }

  @Test(arguments: [RawFrame.data(1, "content"), RawFrame.head(1)])
  func countsFramesOnFinishedStreams(frame: [UInt8]) {
    talk.receive(RawFrame.preface + RawFrame.head(1, RawFrame.request("POST"), endsStream: false))
    talk.session.reset(1, .noError)
    for _ in 0..<20 { talk.receive((0..<100).flatMap { _ in frame }) }
    #expect(talk.session.isEnded)
    #expect(talk.isClosed)
  }
}

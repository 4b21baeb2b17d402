import HTTP
import TestSupport
import Testing

/// One way to make a server work or keep things for nothing.
struct Attack: Sendable, CustomTestStringConvertible {
  let name: String
  let flood: HTTP2Flood
  var http2 = HTTP2Limits()
  /// The frames of one round.
  let frames: @Sendable (_ round: UInt32) -> [UInt8]

  var testDescription: String { name }

  static let all = [
    Attack(name: "rapid reset (CVE-2023-44487)", flood: .resets) {
      RawFrame.head(2 * $0 + 1) + RawFrame.reset(2 * $0 + 1)
    },
    Attack(name: "streams that the server must reset (CVE-2019-9514)", flood: .resets) {
      // A head without a path is malformed.
      RawFrame.head(2 * $0 + 1, [(":method", "GET"), (":scheme", "https")])
    },
    Attack(name: "windows that overflow, which ends streams (CVE-2025-8671)", flood: .resets) {
      RawFrame.head(2 * $0 + 1) + RawFrame.windowUpdate(2 * $0 + 1, by: .max >> 1)
    },
    Attack(name: "more streams than may be open", flood: .resets) { RawFrame.head(2 * $0 + 1) },
    Attack(name: "pings (CVE-2019-9512)", flood: .idleFrames) { _ in
      RawFrame.frame(6, [0, 0, 0, 0, 0, 0, 0, 0])
    },
    Attack(name: "settings (CVE-2019-9515)", flood: .idleFrames) { _ in RawFrame.frame(4) },
    Attack(name: "priorities (CVE-2019-9513)", flood: .idleFrames) {
      RawFrame.frame(2, stream: 2 * $0 + 1, [0, 0, 0, 0, 16])
    },
    Attack(name: "empty content (CVE-2019-9518)", flood: .idleFrames) {
      ($0 == 0 ? RawFrame.head(1, RawFrame.request("POST"), endsStream: false) : [])
        + RawFrame.data(1, "")
    },
    Attack(name: "padding without content", flood: .idleFrames) {
      ($0 == 0 ? RawFrame.head(1, RawFrame.request("POST"), endsStream: false) : [])
        + RawFrame.frame(0, flags: 0x8, stream: 1, [3, 0, 0, 0])
    },
    Attack(name: "window updates by one (CVE-2019-9511)", flood: .idleFrames) { _ in
      RawFrame.windowUpdate(0, by: 1)
    },
    Attack(
      name: "more settings in a frame than there are", flood: .frames,
      http2: HTTP2Limits { $0.settingsEntriesMax = 4 }
    ) { _ in RawFrame.frame(4, (0..<5).flatMap { _ in RawFrame.setting(3, 1) }) },
    Attack(
      name: "pings that are not read (CVE-2019-9512)", flood: .frames,
      http2: HTTP2Limits { $0.acknowledgementsMax = 100 }
    ) { _ in RawFrame.frame(6, [0, 0, 0, 0, 0, 0, 0, 0]) },
  ]
}

extension HTTP2Limits {
  /// Limits that differ from the defaults in what a test is about.
  init(_ change: (inout HTTP2Limits) -> Void) {
    self.init()
    change(&self)
  }
}

@Suite("HTTP2Flood: each attack ends its connection")
struct HTTP2FloodTests {
  private static let framesMax = 3000

  @Test("the peer is told to calm down, soon, and nothing is left", arguments: Attack.all)
  func attack(_ attack: Attack) {
    let talk = Conversation(http2: attack.http2)
    talk.receive(RawFrame.preface)
    var count: UInt32 = 0
    // Bytes of several rounds at a time, as they would come.
    while !talk.isClosed, count < Self.framesMax {
      let rounds = (0..<150).map { attack.frames(count + $0) }
      talk.receive(rounds.flatMap(\.self))
      count += 150
    }
    #expect(talk.isClosed)
    #expect(talk.session.flood == attack.flood)
    #expect(talk.goAwayCode == HTTP2ErrorCode.enhanceYourCalm.rawValue)
    #expect(count < Self.framesMax)
    #expect(!"\(attack.flood)".isEmpty)
  }

  @Test("a head over its limit is answered; one far over it is an attack (CVE-2019-9516)")
  func heads() {
    let limits = RequestLimits { $0.headBytesMax = 10_000 }
    // Empty names would be refused by the library: a thousand fields of a byte it is.
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
    #expect(talk.session.flood == .head(limit: 40_000))
    #expect(talk.isClosed)
    #expect(talk.goAwayCode == HTTP2ErrorCode.enhanceYourCalm.rawValue)
  }

  @Test("a head in endless CONTINUATION frames is an attack (CVE-2024-28182)", arguments: [0, 1])
  func continuations(fieldCount: Int) {
    let talk = Conversation()
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

  @Test("a compressed head that unfolds to megabytes is an attack (CVE-2016-6581)")
  func compressionBomb() {
    let talk = Conversation()
    let value = String(repeating: "z", count: 4000)
    // A field with an entry in the table, then two bytes for each repetition of it.
    let entry = [0x40] + RawFrame.block([("b", value)]).dropFirst()
    let bomb = entry + [UInt8](repeating: 0xBE, count: 10_000)
    talk.receive(
      RawFrame.preface
        + RawFrame.frame(1, flags: 5, stream: 1, RawFrame.block(RawFrame.request()) + bomb))
    #expect(talk.session.flood == .head(limit: 131_072))
    #expect(talk.isClosed)
  }

  @Test("an honest client may cancel, ping and open windows as long as it likes")
  func honest() throws {
    let talk = Conversation(opensWindows: true)
    let content = [UInt8](repeating: 1, count: 60_000)
    for round in 0..<600 {
      talk.second += round % 10 == 0 ? 1 : 0
      let cancelled = talk.peer.request()
      let kept = talk.peer.request()
      talk.peer.ping()
      talk.run()
      talk.peer.reset(cancelled)
      try talk.session.respond(
        with: Response(.ok, body: .bytes(content)), on: kept, secondsSince1970: 0)
      talk.run()
      #expect(talk.peer.responses[kept]?.body.count == content.count)
    }
    #expect(talk.session.flood == nil)
    #expect(!talk.isClosed)
    #expect(talk.peer.pingAcknowledgements == 600)
  }

  @Test("a slow head, by a stream that is never ended, is known as one")
  func withinHead() {
    let talk = Conversation()
    talk.receive(RawFrame.preface + RawFrame.frame(1, stream: 1, [0x82]))
    #expect(talk.session.isWithinHead)
    talk.receive(RawFrame.frame(9, flags: 4, stream: 1, [0x84, 0x87, 0x41, 1, 0x61]))
    #expect(!talk.session.isWithinHead)
    #expect(talk.events == ["request 1"])
  }

  @Test("as many streams as may be open can be open; one more is refused and may be tried again")
  func streams() {
    var http2 = HTTP2Limits()
    http2.streamsMax = 3
    let talk = Conversation(http2: http2)
    talk.receive(RawFrame.preface + (0..<4).flatMap { RawFrame.head(UInt32(2 * $0 + 1)) })
    #expect(talk.events == ["request 1", "request 3", "request 5"])
    #expect(talk.session.openStreamCount == 3)
    #expect(!talk.session.isWithinHead)
    #expect(!talk.isClosed)
  }

  @Test("a head that the library throws away is over all the same")
  func malformedHead() {
    let talk = Conversation()
    talk.receive(RawFrame.preface + RawFrame.head(1, [(":method", "GET"), (":scheme", "https")]))
    #expect(!talk.session.isWithinHead)
    #expect(!talk.isClosed)
  }

  @Test("a peer that reads nothing cannot make more frames for it than a bound")
  func unreadResets() {
    let talk = Conversation()
    talk.session.receive(RawFrame.preface[...], secondsSince1970: 1)
    for number in 0..<10_000 where talk.session.flood == nil {
      talk.session.receive(RawFrame.head(UInt32(2 * number + 1))[...], secondsSince1970: number)
    }
    #expect(talk.session.flood == .frames)
    #expect(talk.session.isEnded)
  }

  @Test(
    "frames for a stream that is over are counted, whatever they carry",
    arguments: [RawFrame.data(1, "content"), RawFrame.head(1)])
  func lateFrames(frame: [UInt8]) {
    let talk = Conversation()
    talk.receive(RawFrame.preface + RawFrame.head(1, RawFrame.request("POST"), endsStream: false))
    talk.session.reset(1, .noError)
    for _ in 0..<20 { talk.receive((0..<100).flatMap { _ in frame }) }
    #expect(talk.session.isEnded)
    #expect(talk.isClosed)
  }
}

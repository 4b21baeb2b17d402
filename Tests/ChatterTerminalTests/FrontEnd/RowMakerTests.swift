import Arguments
import Chatter
import TestSupport
import Testing

@testable import ChatterTerminal

struct RowMakerTests {
  @Test func makesRowsWithClipLengths() throws {
    var maker = RowMaker()
    let clip = try Media.clip(.iOS, seconds: 2)
    let chatts = [
      FakeSourceChatts.with(clip), FakeSourceChatts.broken, FakeSourceChatts.bare,
    ]
    for _ in 0..<2 {
      let rows = maker.rows(chatts)
      guard case .length(let time) = rows[0].clip else { return #expect(Bool(false)) }
      #expect(abs(time.wholeMilliseconds - 2000) < 200)
      #expect(rows[1].clip == .unreadable)
      #expect(rows[2].clip == .none && rows[2].author == "?" && rows[2].time == "yesterday")
      #expect(Set(rows.map(\.id)).count == 3)
    }
  }

  private enum FakeSourceChatts {
    static func with(_ clip: [UInt8]) -> Chatt {
      Chatt(
        username: "ann", id: ChattID("00000000-0000-7000-8000-000000000001"),
        timestamp: "2025-01-02T03:04:05.123Z",
        audio: String(decoding: Base64.encode(clip[...]), as: UTF8.self))
    }
    static let broken = Chatt(
      username: "bob", id: ChattID("00000000-0000-7000-8000-000000000002"), audio: "%%%")
    static let bare = Chatt(message: "x", timestamp: "yesterday")
  }
}

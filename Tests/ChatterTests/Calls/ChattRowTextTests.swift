import Chatter
import Testing

struct ChattRowTextTests {
  private func prefix(_ username: String, _ message: String?, _ ids: ListProfile.IDs) -> String {
    var output = Array("before".utf8)
    ChattRowText.appendPrefix(
      username: username, message: message, id: ChattID(high: 0x7000, low: 0x8000 << 48 | 1),
      createdAt: Timestamp(clamping: 1_735_787_045_123_999), ids: ids, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  @Test func containsAllButTheClipAndTheClosingBracket() {
    let (id, time) = ("00000000-0000-7000-8000-000000000001", "2025-01-02T03:04:05.123Z")
    #expect(prefix("a\"b", "Zoë\n", .with) == #"before["a\"b","Zoë\n","\#(id)","\#(time)""#)
    #expect(prefix("a\"b", "Zoë\n", .without) == #"before["a\"b","Zoë\n","\#(time)""#)
    #expect(prefix("a", nil, .with) == #"before["a",null,"\#(id)","\#(time)""#)
  }

  @Test(arguments: [(ListProfile.Shape.arrays, "[]"), (.wrapped, #"{"chatts":[]}"#)])
  func enclosesRowsInAList(shape: ListProfile.Shape, empty: String) {
    let profile = ListProfile(shape: shape)
    #expect("\(profile.opening)\(profile.closing)" == empty)
  }
}

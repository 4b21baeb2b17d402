import Chatter
import Testing

struct ChattRowTextTests {
  private let id = ChattID("00000000-0000-7000-8000-000000000001")
  private let time = "2025-01-02T03:04:05.123Z"

  private func prefix(_ chatt: Chatt, _ ids: ListProfile.IDs = .with) -> String? {
    var output = Array("before".utf8)
    let isShown = ChattRowText.appendPrefix(of: chatt, ids: ids, to: &output)
    #expect(output.starts(with: "before".utf8))
    if !isShown { #expect(output.count == 6, "nothing is appended") }
    return isShown ? String(decoding: output.dropFirst(6), as: UTF8.self) : nil
  }

  @Test func containsAllButTheClipAndTheClosingBracket() {
    let chatt = Chatt(username: "a\"b", message: "Zoë\n", id: id, timestamp: time)
    let text = #""2025-01-02T03:04:05.123Z""#
    #expect(prefix(chatt) == #"["a\"b","Zoë\n","00000000-0000-7000-8000-000000000001","# + text)
    #expect(prefix(chatt, .without) == #"["a\"b","Zoë\n","# + text)
  }

  @Test func requiresAllButTheMessage() {
    #expect(
      prefix(Chatt(username: "a", id: id, timestamp: time))?.hasPrefix(#"["a",null,""#) == true)
    #expect(prefix(Chatt(message: "m", id: id, timestamp: time)) == nil)
    #expect(prefix(Chatt(username: "a", message: "m", id: id)) == nil)
    let withoutID = Chatt(username: "a", message: "m", timestamp: time)
    #expect(prefix(withoutID) == nil && prefix(withoutID, .without) != nil)
  }

  @Test(arguments: [(ListProfile.Shape.arrays, "[]"), (.wrapped, #"{"chatts":[]}"#)])
  func enclosesRowsInAList(shape: ListProfile.Shape, empty: String) {
    let profile = ListProfile(shape: shape)
    #expect("\(profile.opening)\(profile.closing)" == empty)
  }
}

import Chatter
import ChatterServer
import Testing

struct ChattSelectionTests {
  @Test func isEmptyWithoutConditions() {
    #expect(ChattSelection().isEmpty)
    #expect(!ChattSelection(ids: [ChattID("01942485-5e23-7d27-9f0c-0d6a4b0e8a51")!]).isEmpty)
    #expect(!ChattSelection(username: "").isEmpty)
    #expect(!ChattSelection(before: Timestamp("2025-01-02T03:04:05Z")).isEmpty)
  }
}

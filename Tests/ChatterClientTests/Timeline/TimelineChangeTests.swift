import Chatter
import Testing

@testable import ChatterClient

struct TimelineChangeTests {
  private func changes(_ former: [Int], _ later: [Int]) -> [String] {
    TimelineChange.changes(
      from: former.map { .numbered($0) }, to: later.map { .numbered($0) }
    ).map { change in
      switch change {
      case .added(let chatt): "+\(chatt.message ?? "")"
      case .deleted(let chatt): "-\(chatt.message ?? "")"
      case .restarted: "restarted"
      }
    }
  }

  @Test func reportsNewChattsFromTheOldestOn() {
    #expect(changes([3, 2], [6, 5, 3, 2]) == ["+5", "+6"])
    #expect(changes([], [2, 1]) == ["+1", "+2"])
    #expect(changes([3, 1], [3, 2, 1]) == ["+2"])
    #expect(changes([3, 2], [3, 2]) == [])
  }

  @Test func reportsDeletions() {
    #expect(changes([4, 3, 2, 1], [5, 4, 2, 1]) == ["-3", "+5"])
    #expect(changes([3, 2], []) == ["-3", "-2"])
    #expect(changes([5, 4], [6, 5, 3]) == ["-4", "+6"])
  }

  /// The later list does not go back as far, or goes back further.
  @Test func doesNotTakeOtherLimitsForChanges() {
    #expect(changes([4, 3, 2, 1], [5, 4]) == ["+5"])
    #expect(changes([4, 3], [4, 3, 2, 1]) == [])
  }

  @Test func reportsAListWithoutAnyChattOfTheFormerOne() {
    #expect(changes([2, 1], [9, 8]) == ["restarted", "+8", "+9"])
  }

  @Test func identifiesChattsWithoutIDsByTheirTexts() {
    let former = [Chatt(username: "a", message: "1"), Chatt(username: "b", message: "1")]
    let later = [Chatt(username: "c", message: "1")] + former
    #expect(TimelineChange.changes(from: former, to: later) == [.added(later[0])])
  }
}

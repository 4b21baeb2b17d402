import Chatter
import Testing

@testable import ChatterClient

struct PagedTimelineTests {
  private func page(_ numbers: [Int], next: String? = nil) -> V1Body.Page {
    .numbered(numbers, next: next)
  }

  private func timeline(_ numbers: [Int], next: String? = nil) -> PagedTimeline {
    var timeline = PagedTimeline()
    timeline.replace(with: page(numbers, next: next))
    return timeline
  }

  private func isNew(_ number: Int, in timeline: inout PagedTimeline) -> Bool {
    timeline.insert(.numbered(number))
  }

  @Test func appendsOlderPagesWithoutRepeats() {
    var timeline = timeline([9, 8], next: "a")
    timeline.append(older: page([8, 7, 6], next: "b"))
    #expect(timeline.numbers == [9, 8, 7, 6] && timeline.next == "b")
    #expect(timeline.olderCount == 2)
    timeline.append(older: page([], next: nil))
    #expect(timeline.numbers == [9, 8, 7, 6] && timeline.next == nil)
  }

  @Test func insertsEachChattOnceAtItsPlace() {
    var timeline = timeline([9, 5], next: "a")
    #expect(isNew(10, in: &timeline) && !isNew(10, in: &timeline) && isNew(7, in: &timeline))
    #expect(timeline.numbers == [10, 9, 7, 5])
    timeline.insert(Chatt(username: "a", message: "without id"))
    #expect(!isNew(3, in: &timeline), "an older page has it")
    timeline.append(older: page([3]))
    #expect(timeline.numbers == [10, 9, 7, 5, 3])
    #expect(isNew(2, in: &timeline), "there is no older page")
  }

  @Test func doesNotShowADeletedChattAgain() {
    var timeline = timeline([9, 8], next: "a")
    let removed = [8, 7].map { timeline.remove(ChattID(number: $0))?.message }
    #expect(removed == ["8", nil])
    timeline.append(older: page([8, 7, 6]))
    #expect(!isNew(8, in: &timeline))
    #expect(timeline.numbers == [9, 6])
    timeline.replace(with: page([9, 8]))
    #expect(timeline.numbers == [9], "the page may have been read before")
  }

  @Test func limitsTheDeletionsThatItRemembers() {
    var timeline = timeline([1])
    for number in 0...PagedTimeline.deletedMax {
      timeline.remove(ChattID(number: 1000 + number))
    }
    #expect(isNew(1000, in: &timeline) && !isNew(1001, in: &timeline))
  }

  @Test func refreshesItsNewestPart() {
    var timeline = timeline([9, 8, 7], next: "a")
    timeline.append(older: page([6, 5], next: "b"))
    timeline.refresh(with: page([10, 9, 7], next: "a2"), requestedAt: timeline.version)
    #expect(timeline.numbers == [10, 9, 7, 6, 5] && timeline.next == "b")
    timeline.refresh(with: page([10, 5], next: "c"), requestedAt: timeline.version)
    #expect(timeline.numbers == [10, 5] && timeline.next == "c")
    timeline.refresh(with: page([10]), requestedAt: timeline.version)
    #expect(timeline.numbers == [10] && timeline.next == nil)
    timeline.refresh(with: page([]), requestedAt: timeline.version)
    #expect(timeline.numbers.isEmpty)
  }

  @Test func startsOverWhenOthersMayBeInBetween() {
    var timeline = timeline([9, 8, 7], next: "a")
    timeline.refresh(with: page([20, 19], next: "b"), requestedAt: timeline.version)
    #expect(timeline.numbers == [20, 19] && timeline.next == "b")
  }

  /// The page may have been read before the change.
  @Test func keepsWhatHasChangedDuringARefresh() {
    var timeline = timeline([9, 8, 7])
    let requested = timeline.version
    timeline.insert(.numbered(11))
    timeline.remove(ChattID(number: 8))
    timeline.refresh(with: page([10, 9, 8, 7]), requestedAt: requested)
    #expect(timeline.numbers == [11, 10, 9, 7])
    timeline.refresh(with: page([]), requestedAt: requested)
    #expect(timeline.numbers == [11, 10, 9, 7])
  }
}

extension PagedTimeline {
  /// The numbers of the chatts.
  fileprivate var numbers: [Int] { chatts.compactMap { $0.message.flatMap { Int($0) } } }
}

import Postgres
import Testing

@testable import ChatterServer
@testable import ChatterStore

struct EventFeedStateTests {
  private func state() -> EventFeedState { EventFeedState(EventFeed.Limits()) }

  private func opened(_ state: inout EventFeedState) async -> EventFeedState.Start? {
    var start: EventFeedState.Start?
    _ = await withCheckedContinuation { (opening: EventFeed.Opening) in
      start = state.open(opening)
      // As the poll would.
      let openings = start == .refuse ? [opening] : state.beginPoll() ?? []
      for opening in openings { opening.resume(returning: .failure(FeedFixture.Failure())) }
    }
    return start
  }

  @Test func startsOncePollsWhileThereAreStreamsAndForgets() async {
    var state = state()
    let mustSignal = state.mustSignal()
    #expect(!mustSignal)
    let (isAdded, isOtherAdded) = (state.add("a"), state.add("a"))
    #expect(isAdded && isOtherAdded)
    let first = await opened(&state)
    #expect(first == .start)
    state.append([], position: EventPosition(epoch: "e", seen: PostgresSnapshot("1:1:")!))
    let second = await opened(&state)
    #expect(second == .signal)
    let openings = state.beginPoll()
    #expect(openings?.isEmpty == true)
    state.remove("a")
    state.remove("a")
    let none = state.beginPoll()
    #expect(none == nil && state.position == nil)
    let third = await opened(&state)
    #expect(third == .start)
  }

  @Test func isSignaledOnceBeforeAPoll() async {
    var state = state()
    _ = state.add("a")
    _ = await opened(&state)
    var signals = [state.mustSignal(), state.mustSignal()]
    _ = state.beginPoll()
    signals.append(state.mustSignal())
    #expect(signals == [true, false, true])
  }

  @Test func refusesAfterTheEnd() async {
    var state = state()
    _ = state.add("a")
    let openings = state.end()
    #expect(openings.isEmpty)
    let start = await opened(&state)
    #expect(start == .refuse)
    let none = state.beginPoll()
    #expect(none == nil)
  }

  @Test func ignoresTheEndOfAStreamThatWasNotCounted() {
    var state = state()
    state.remove("a")
    #expect(state.streamCount == 0)
  }
}

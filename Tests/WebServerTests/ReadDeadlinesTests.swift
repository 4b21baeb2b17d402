import HTTP
import System
import Testing

@testable import WebServer

struct ReadDeadlinesTests {
  private static var limits: ServerLimits {
    .with {
      $0.idleTimeout = .seconds(100)
      $0.headTimeout = .seconds(200)
      $0.bodyTimeout = .seconds(300)
      $0.lingerTimeout = .seconds(250)
      $0.bodyBytesPerSecondMin = 10
    }
  }

  /// Whether a deadline is this far away, less the time that the test itself takes.
  private func isAbout(_ deadline: Deadline, _ duration: Duration) -> Bool {
    let remaining = deadline.remaining ?? .zero
    return remaining <= duration && remaining > duration - .seconds(50)
  }

  @Test(
    arguments: [
      (ConnectionState.idle, 100), (.head, 200), (.body, 300), (.complete, 300),
      (.respondingEarly, 300), (.draining, 300), (.lingering, 250), (.closing, 250),
    ])
  func givesEachStateTheDeadlineOfItsPhase(state: ConnectionState, seconds: Int) {
    var deadlines = ReadDeadlines(Self.limits)
    #expect(isAbout(deadlines.deadline(in: state), .seconds(seconds)))
  }

  @Test func keepsTheDeadlineOfASlowHead() {
    var deadlines = ReadDeadlines(Self.limits)
    let first = deadlines.deadline(in: .head)
    for _ in 0..<100 {
      deadlines.received(1000)
      #expect(deadlines.deadline(in: .head) == first)
    }
  }

  @Test func extendsLingeringUpToTheTimeoutOfABody() {
    var deadlines = ReadDeadlines(Self.limits)
    let began = Deadline.now
    func at(_ seconds: Int) -> Deadline { began.advanced(by: .seconds(seconds)) }
    #expect(deadlines.deadline(in: .lingering, now: at(0)) == at(250))
    deadlines.received(10_000)
    #expect(deadlines.deadline(in: .lingering, now: at(200)) == at(300))
  }

  @Test func lingersAfterARequestWithoutAnEndWhileTheClientSends() {
    var limits = Self.limits
    limits.lingerTimeout = .seconds(50)
    var deadlines = ReadDeadlines(limits)
    let began = Deadline.now
    for (time, end) in [(0, 50), (20, 70), (190, 200), (200, 200)] {
      let deadline = deadlines.deadline(
        in: .lingering, isBroken: true, now: began.advanced(by: .seconds(time)))
      #expect(deadline == began.advanced(by: .seconds(end)))
      deadlines.received(1)
    }
  }

  @Test func endsTheIdlePhaseWithACompleteRequest() {
    var deadlines = ReadDeadlines(Self.limits)
    let first = deadlines.deadline(in: .idle)
    #expect(deadlines.deadline(in: .idle) == first)
    deadlines.received(40)
    #expect(deadlines.deadline(in: .idle) > first)
  }

  @Test(arguments: [ConnectionState.head, .body, .lingering])
  func givesTheNextRequestItsFullTime(state: ConnectionState) {
    var deadlines = ReadDeadlines(Self.limits)
    let first = deadlines.deadline(in: state)
    deadlines.received(1000)
    deadlines.restart()
    let second = deadlines.deadline(in: state)
    #expect(second > first)
    #expect(second < first.advanced(by: .seconds(50)))
  }

  @Test func keepsTheBeginningOfAContinuedIdlePhase() {
    let limits = ServerLimits.with {
      $0.idleTimeout = .seconds(100)
      $0.taskIdleTimeout = .seconds(1)
    }
    let began = Deadline.now
    var deadlines = ReadDeadlines(limits, idleSince: began)
    #expect(deadlines.deadline(in: .idle) == began.advanced(by: .seconds(100)))
    #expect(deadlines.taskDeadline == began.advanced(by: .seconds(1)))
    #expect(ReadDeadlines.idleEnd(since: began, limits) == began.advanced(by: .seconds(100)))
    deadlines.received(1)
    #expect(deadlines.deadline(in: .idle) > began.advanced(by: .seconds(100)))
  }
}

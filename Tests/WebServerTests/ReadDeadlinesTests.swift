import HTTP
import Sockets
import Testing

@testable import WebServer

@Suite("Read deadlines (need nothing)")
struct ReadDeadlinesTests {
  private static var limits: ServerLimits {
    var limits = ServerLimits()
    limits.idleTimeout = .seconds(100)
    limits.headTimeout = .seconds(200)
    limits.bodyTimeout = .seconds(300)
    limits.lingerTimeout = .seconds(250)
    limits.bodyBytesPerSecondMin = 10
    return limits
  }

  /// Whether a deadline is so far away, give or take what the test itself takes.
  private func isAbout(_ deadline: Deadline, _ duration: Duration) -> Bool {
    let remaining = deadline.remaining ?? .zero
    return remaining <= duration && remaining > duration - .seconds(50)
  }

  @Test(
    "each state has the deadline of its phase",
    arguments: [
      (ConnectionState.idle, 100), (.head, 200), (.body, 300), (.complete, 300),
      (.respondingEarly, 300), (.draining, 300), (.lingering, 250), (.closing, 250),
    ])
  func phases(state: ConnectionState, seconds: Int) {
    var deadlines = ReadDeadlines(Self.limits)
    #expect(isAbout(deadlines.deadline(in: state), .seconds(seconds)))
  }

  @Test("bytes do not move the deadline of a head")
  func slowHead() {
    var deadlines = ReadDeadlines(Self.limits)
    let first = deadlines.deadline(in: .head)
    for _ in 0..<100 {
      deadlines.received(1000)
      #expect(deadlines.deadline(in: .head) == first)
    }
  }

  @Test("a second's worth of content moves its deadline by a second", arguments: [false, true])
  func earning(isLingering: Bool) {
    let state: ConnectionState = isLingering ? .lingering : .body
    var deadlines = ReadDeadlines(Self.limits)
    let began = Deadline.now
    func at(_ seconds: Int) -> Deadline { began.advanced(by: .seconds(seconds)) }
    let timeout = isLingering ? 250 : 300
    #expect(deadlines.deadline(in: state, now: at(0)) == at(timeout))
    deadlines.received(9)
    #expect(deadlines.deadline(in: state, now: at(10)) == at(timeout))
    deadlines.received(1)
    #expect(deadlines.deadline(in: state, now: at(10)) == at(timeout + 1))
    deadlines.received(1000)
    #expect(deadlines.deadline(in: state, now: at(10)) == at(timeout + 10))
  }

  @Test("what is dropped after a refused body buys time up to the time of a body")
  func lingering() {
    var deadlines = ReadDeadlines(Self.limits)
    let began = Deadline.now
    func at(_ seconds: Int) -> Deadline { began.advanced(by: .seconds(seconds)) }
    #expect(deadlines.deadline(in: .lingering, now: at(0)) == at(250))
    deadlines.received(10_000)
    #expect(deadlines.deadline(in: .lingering, now: at(200)) == at(300))
  }

  @Test("what is dropped after a request without an end buys no time")
  func broken() {
    var deadlines = ReadDeadlines(Self.limits)
    let began = Deadline.now
    #expect(
      deadlines.deadline(in: .lingering, isBroken: true, now: began)
        == began.advanced(by: .seconds(250)))
    deadlines.received(10_000)
    #expect(
      deadlines.deadline(in: .lingering, isBroken: true, now: began.advanced(by: .seconds(200)))
        == began.advanced(by: .seconds(250)))
  }

  @Test("a request that came whole ends the idle phase before it")
  func idleAgain() {
    var deadlines = ReadDeadlines(Self.limits)
    let first = deadlines.deadline(in: .idle)
    #expect(deadlines.deadline(in: .idle) == first)
    deadlines.received(40)
    #expect(deadlines.deadline(in: .idle) > first)
  }

  @Test(
    "what one request took is not taken from the next",
    arguments: [ConnectionState.head, .body, .lingering])
  func restart(state: ConnectionState) {
    var deadlines = ReadDeadlines(Self.limits)
    let first = deadlines.deadline(in: state)
    deadlines.received(1000)
    deadlines.restart()
    let second = deadlines.deadline(in: state)
    #expect(second > first)
    #expect(second < first.advanced(by: .seconds(50)))
  }

  @Test("an idle phase that goes on keeps its beginning, and gives up its task before its end")
  func parking() {
    var limits = ServerLimits()
    limits.idleTimeout = .seconds(100)
    limits.taskIdleTimeout = .seconds(1)
    let began = Deadline.now
    var deadlines = ReadDeadlines(limits, idleSince: began)
    #expect(deadlines.deadline(in: .idle) == began.advanced(by: .seconds(100)))
    #expect(deadlines.taskDeadline == began.advanced(by: .seconds(1)))
    #expect(ReadDeadlines.idleEnd(since: began, limits) == began.advanced(by: .seconds(100)))
    deadlines.received(1)
    #expect(deadlines.deadline(in: .idle) > began.advanced(by: .seconds(100)))
  }
}

import HTTP
import System
import Testing

@testable import WebServer

struct HTTP2DeadlinesTests {
  private static var limits: ServerLimits {
    .with {
      $0.idleTimeout = .seconds(100)
      $0.headTimeout = .seconds(200)
      $0.writeTimeout = .seconds(300)
      $0.stalledResponseTimeout = .seconds(400)
    }
  }

  @Test func keepsTheDeadlinesOfIdleConnectionsAndSlowHeads() {
    var deadlines = HTTP2Deadlines(Self.limits)
    let idle = deadlines.deadline(during: .none)
    deadlines.postponeTaskEnd()
    deadlines.bytesWritten(withBody: true)
    #expect(deadlines.deadline(during: .none) == idle)
    let head = deadlines.deadline(during: .head)
    deadlines.postponeTaskEnd()
    #expect(deadlines.deadline(during: .head) == head)
    #expect(head > idle)
    // A stream in between restarts the idle time.
    _ = deadlines.deadline(during: .ours)
    #expect(deadlines.deadline(during: .none) > idle)
  }

  @Test func checksItsOwnWorkAfterTheShortestTimeout() {
    var limits = Self.limits
    for (timeout, seconds) in [
      (\ServerLimits.idleTimeout, 90), (\.headTimeout, 80), (\.writeTimeout, 70),
    ] {
      limits[keyPath: timeout] = .seconds(seconds)
      var deadlines = HTTP2Deadlines(limits)
      let earliest = Deadline.after(.seconds(seconds))
      let check = deadlines.deadline(during: .ours)
      #expect(check >= earliest && check <= .after(.seconds(seconds)))
    }
  }

  @Test func extendsTheDeadlineOfAResponseOnlyForBodyBytes() {
    var deadlines = HTTP2Deadlines(Self.limits)
    let first = deadlines.deadline(during: .responded)
    deadlines.postponeTaskEnd()
    #expect(deadlines.deadline(during: .responded) == first)
    // The acknowledgement of a PING is not a body byte.
    deadlines.bytesWritten(withBody: false)
    #expect(deadlines.deadline(during: .responded) == first)
    deadlines.bytesWritten(withBody: true)
    let second = deadlines.deadline(during: .responded)
    #expect(second > first)
    deadlines.responseCompleted()
    #expect(deadlines.deadline(during: .responded) > second)
  }

  @Test func returnsTheErrorCodeForTheWorkInProgress() {
    var limits = Self.limits
    limits.idleTimeout = .zero
    limits.headTimeout = .zero
    limits.stalledResponseTimeout = .zero
    var deadlines = HTTP2Deadlines(limits)
    #expect(deadlines.end(during: .none) == .noError)
    #expect(deadlines.end(during: .head) == .enhanceYourCalm)
    #expect(deadlines.end(during: .responded) == .enhanceYourCalm)
    #expect(deadlines.end(during: .ours) == nil)
    var patient = HTTP2Deadlines(Self.limits)
    for work in [HTTP2Deadlines.Work.none, .head, .ours, .responded] {
      #expect(patient.end(during: work) == nil)
    }
  }

  @Test func postponesTheEndOfTheTask() {
    var limits = Self.limits
    limits.taskIdleTimeout = .seconds(50)
    var deadlines = HTTP2Deadlines(limits)
    #expect(deadlines.taskDeadline == .never)
    _ = deadlines.deadline(during: .none)
    let first = deadlines.taskDeadline
    deadlines.postponeTaskEnd()
    #expect(deadlines.taskDeadline > first)
  }
}

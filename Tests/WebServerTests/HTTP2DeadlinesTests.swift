import Sockets
import Testing

@testable import WebServer

@Suite("HTTP/2 deadlines (need nothing)")
struct HTTP2DeadlinesTests {
  private static var limits: ServerLimits {
    var limits = ServerLimits()
    limits.idleTimeout = .seconds(100)
    limits.headTimeout = .seconds(200)
    limits.writeTimeout = .seconds(300)
    return limits
  }

  @Test("an idle connection and a slow head have deadlines that nothing moves")
  func fixed() {
    var deadlines = HTTP2Deadlines(Self.limits)
    let idle = deadlines.deadline(isWithinHead: false, isBusy: false)
    deadlines.bytesMoved()
    #expect(deadlines.deadline(isWithinHead: false, isBusy: false) == idle)
    let head = deadlines.deadline(isWithinHead: true, isBusy: true)
    deadlines.bytesMoved()
    #expect(deadlines.deadline(isWithinHead: true, isBusy: true) == head)
    #expect(head > idle)
    // A stream between begins the idle time anew.
    _ = deadlines.deadline(isWithinHead: false, isBusy: true)
    #expect(deadlines.deadline(isWithinHead: false, isBusy: false) > idle)
  }

  @Test("what a passed deadline means depends on what is under way")
  func verdicts() {
    var limits = Self.limits
    limits.idleTimeout = .zero
    limits.headTimeout = .zero
    limits.writeTimeout = .zero
    var deadlines = HTTP2Deadlines(limits)
    #expect(deadlines.verdict(isWithinHead: false, isBusy: false) == .isIdle)
    #expect(deadlines.verdict(isWithinHead: true, isBusy: false) == .isTooSlow)
    #expect(deadlines.verdict(isWithinHead: true, isBusy: true) == .isTooSlow)
    #expect(deadlines.verdict(isWithinHead: false, isBusy: true) == .isStalled)
    var patient = HTTP2Deadlines(Self.limits)
    for isWithinHead in [true, false] {
      for isBusy in [true, false] {
        #expect(patient.verdict(isWithinHead: isWithinHead, isBusy: isBusy) == .goesOn)
      }
    }
  }
}

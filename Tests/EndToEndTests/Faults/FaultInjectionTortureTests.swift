import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct FaultInjectionTortureTests {
  /// The number of calls of one function that are made to fail, one at a time.
  static let callsMax = Torture.count(2, full: 40)
  static let concurrentRoundsMax = 8
  /// How long to wait for a call that is made after the response.
  static let lateCallTime = Duration.milliseconds(100)
  /// The maximum growth of resident memory; a leak in each experiment would add up to more.
  static let growthBytesMax = 24 << 20

  @Test(arguments: FaultTable.groups)
  func survivesEveryFailedCallOfAPostAndAGet(_ group: FaultGroup) async throws {
    let fixture = try await FaultFixture()
    let isBypassed = try await FaultLibrary.isBypassed.value
    var experimentCount = 0
    var residentBytes = try fixture.server.residentBytes
    for fault in group.faults {
      var failureCount = 0
      while failureCount < Self.callsMax,
        // Two are enough for those that take half a minute, and for those that need concurrent
        // clients, whose clips stay in memory, as they should.
        failureCount < 2 || !(fault.isHiddenByLibpq || fault.needsConcurrency),
        try await fails(fault, failureCount, on: fixture)
      {
        failureCount += 1
      }
      experimentCount += failureCount
      #expect(failureCount > 0 || isBypassed, "\(fault): no such call was made")
      try await fixture.check(fault)
      try #require(!fixture.server.program.hasEnded, "\(fault) ended the server")
      // The first fault of a group includes what is allocated once.
      if fault.description == group.faults[0].description {
        residentBytes = try fixture.server.residentBytes
      }
    }
    let growth = try fixture.server.residentBytes - residentBytes
    #expect(growth < Self.growthBytesMax)
    Torture.report("\(group.name): \(experimentCount) calls failed, \(growth >> 10) KiB more")
    #expect(try await fixture.server.stop() == .exited(0))
  }

  /// Makes one call fail; false if it was not made. A call that is made only for concurrent clients
  /// is attempted a few times.
  private func fails(_ fault: Fault, _ call: Int, on fixture: FaultFixture) async throws -> Bool {
    for _ in 0..<(fault.needsConcurrency ? Self.concurrentRoundsMax : 1) {
      let began = ContinuousClock.now
      let hasFailed = try await fixture.experiment(fault, skip: call) { hasFailed in
        let end = ContinuousClock.now + (fault.isLate ? Self.lateCallTime : .zero)
        while try !hasFailed(), ContinuousClock.now < end {
          try await Task.sleep(for: .milliseconds(2))
        }
      }
      let time = ContinuousClock.now - began
      #expect(time < fault.holdMax, "\(fault), call \(call) held for \(time)")
      if hasFailed { return true }
    }
    return false
  }
}

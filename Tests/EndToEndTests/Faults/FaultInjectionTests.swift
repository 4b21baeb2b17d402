import TestSupport
import Testing

@Suite(
  "Every call on the way of a post and a get fails in turn (needs PostgreSQL, a socket and cc)",
  .needs(.postgreSQL))
struct FaultInjectionTests {
  /// Of the calls of one function during a post and a get, so many are made to fail, one each time.
  static let callsMax = Torture.count(2, full: 40)
  static let concurrentRoundsMax = 8
  /// How much more memory may be resident at the end: what is lost each time adds up to more.
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
        // Two say what there is to say of those that take half a minute, and of those for which a
        // crowd comes each time: its clips stay in memory, as they should.
        failureCount < 2 || !(fault.isHiddenByLibpq || fault.needsConcurrency),
        try await fails(fault, failureCount, on: fixture)
      {
        failureCount += 1
      }
      experimentCount += failureCount
      #expect(failureCount > 0 || isBypassed, "\(fault): no such call was made")
      try await fixture.check(fault)
      try #require(!fixture.server.program.hasEnded, "\(fault) ended the server")
      // The first fault of a group brings along what is made once.
      if fault.description == group.faults[0].description {
        residentBytes = try fixture.server.residentBytes
      }
    }
    let growth = try fixture.server.residentBytes - residentBytes
    #expect(growth < Self.growthBytesMax)
    Torture.report("\(group.name): \(experimentCount) calls failed, \(growth >> 10) KiB more")
    #expect(try await fixture.server.stop() == .exited(0))
  }

  /// Has one call fail; false when it was not made. Where it is made only if clients happen to come
  /// together, they come a few times.
  private func fails(_ fault: Fault, _ call: Int, on fixture: FaultFixture) async throws -> Bool {
    for _ in 0..<(fault.needsConcurrency ? Self.concurrentRoundsMax : 1)
    where try await fixture.experiment(fault, skip: call) {
      return true
    }
    return false
  }
}

import Testing

@testable import ChatterClient

struct LiveMachineTests {
  private let cut = CallFailure(.network(.cutOff))

  @Test func needsThePageUntilItHasAPosition() {
    var machine = LiveMachine()
    #expect(machine.needsPage)
    machine.reach("5")
    #expect(!machine.needsPage && machine.position == "5")
    machine.reach("")
    #expect(machine.needsPage)
  }

  /// A position that cannot be a field value is as good as none.
  @Test(arguments: ["a b", "a\u{7F}", "é", String(repeating: "a", count: 1025), ""])
  func dropsPositionsThatCannotBeSent(position: String) {
    var machine = LiveMachine()
    machine.reach("5")
    machine.reach(position)
    #expect(machine.needsPage)
  }

  @Test func doublesTheDelayUpToAMaximum() {
    var machine = LiveMachine()
    let delays = (0..<8).map { _ in machine.delay(after: cut, spread: 1) }
    #expect(delays[..<4].elementsEqual([.seconds(2), .seconds(4), .seconds(8), .seconds(16)]))
    #expect(delays[4...].allSatisfy { $0 == LiveMachine.delayMax })
    machine.begin()
    #expect(machine.delay(after: cut, spread: 0) == .seconds(1))
  }

  @Test func usesTheDelayOfTheStream() {
    var machine = LiveMachine()
    machine.reach("1", retry: .milliseconds(10))
    #expect(machine.delay(after: cut, spread: 1) == .milliseconds(10))
    machine.reach("2", retry: EventStreamLimits.retryMax)
    machine.begin()
    #expect(machine.delay(after: cut, spread: 1) == LiveMachine.delayMax)
  }

  @Test func waitsAsLongAsTheServerRequests() {
    var machine = LiveMachine()
    let busy = CallFailure(.status(503, ""), retryAfter: .seconds(60))
    #expect(machine.delay(after: busy, spread: 0) == .seconds(60))
    let endless = CallFailure(.status(503, ""), retryAfter: .seconds(100_000))
    #expect(machine.delay(after: endless, spread: 0) == LiveMachine.retryAfterMax)
  }

  @Test func waitsLongForAServerWithoutEvents() {
    var machine = LiveMachine()
    let delay = machine.delay(after: CallFailure(.status(404, "")), spread: 0.5)
    #expect(delay == V1Support.recheckInterval)
  }

  @Test func reportsOnlyFailuresThatRepeat() {
    var machine = LiveMachine()
    _ = machine.delay(after: cut, spread: 0)
    #expect(!machine.isNotable)
    _ = machine.delay(after: cut, spread: 0)
    #expect(machine.isNotable)
    machine.begin()
    _ = machine.delay(after: cut, spread: 0)
    #expect(!machine.isNotable)
  }
}

import System
import Testing

@testable import Postgres

struct PoolMachineTests {
  private let start = Deadline.now
  private func at(_ milliseconds: Int) -> Deadline {
    start.advanced(by: .milliseconds(milliseconds))
  }

  private func machine(connections: Int = 2, waiters: Int = 3) -> PoolMachine {
    var limits = PoolLimits(connectionsMax: connections, waitersMax: waiters)
    limits.backoff = Backoff(first: .milliseconds(100), longest: .milliseconds(800))
    return PoolMachine(limits: limits)
  }

  /// Returns a machine with one connection, which is idle.
  private func oneIdle() -> PoolMachine {
    var machine = machine(connections: 1)
    _ = machine.wants(100, now: start, until: .never)
    _ = machine.opened(1, now: start)
    _ = machine.returned(1, isReusable: true, now: start)
    return machine
  }

  @Test func opensAConnectionForTheFirstWaiter() {
    var machine = machine()
    #expect(machine.wants(1, now: start, until: .never) == [.open(connection: 1)])
    #expect(machine.opened(1, now: start) == [.hand(connection: 1, waiter: 1)])
    #expect(machine.returned(1, isReusable: true, now: start) == [])
    #expect(machine.idleCount == 1)
    #expect(machine.wants(2, now: start, until: .never) == [.hand(connection: 1, waiter: 2)])
  }

  @Test func lendsAnIdleConnectionAtOnce() {
    var machine = oneIdle()
    #expect(machine.takeIdle(now: start) == 1)
    #expect(machine.takeIdle(now: start) == nil)
    #expect(machine.lentCount == 1 && machine.idleCount == 0)
    #expect(machine.wants(7, now: start, until: .never) == [])
    #expect(
      machine.returned(1, isReusable: true, now: start) == [.hand(connection: 1, waiter: 7)])
    #expect(machine.returned(1, isReusable: true, now: start) == [])
    #expect(machine.takeIdle(now: start) == 1)
    #expect(machine.returned(1, isReusable: false, now: start) == [.discard(connection: 1)])
    #expect(machine.takeIdle(now: start) == nil)
    var closing = oneIdle()
    _ = closing.close(now: start)
    #expect(closing.takeIdle(now: start) == nil)
  }

  @Test func limitsConnectionsAndServesWaitersInOrder() {
    var machine = machine(connections: 2, waiters: 3)
    #expect(machine.wants(1, now: start, until: .never) == [.open(connection: 1)])
    #expect(machine.wants(2, now: start, until: .never) == [.open(connection: 2)])
    #expect(machine.wants(3, now: start, until: .never) == [])
    #expect(
      machine.wants(4, now: start, until: .never) == [.fail(waiter: 4, .exhausted)])
    #expect(machine.opened(2, now: start) == [.hand(connection: 2, waiter: 1)])
    #expect(machine.opened(1, now: start) == [.hand(connection: 1, waiter: 2)])
    #expect(
      machine.returned(1, isReusable: true, now: start) == [.hand(connection: 1, waiter: 3)])
    #expect(machine.connectionCount == 2)
  }

  @Test func discardsSpareConnectionsAfterTheIdleTimeout() {
    var machine = machine(connections: 3, waiters: 9)
    for waiter in 1...3 { _ = machine.wants(waiter, now: start, until: .never) }
    for connection in 1...3 { _ = machine.opened(connection, now: start) }
    #expect(machine.nextWake == .never)
    for connection in 1...3 {
      _ = machine.returned(connection, isReusable: true, now: at(connection))
    }
    #expect(machine.nextWake == at(60_001))
    #expect(machine.tick(now: at(60_000)) == [])
    #expect(machine.tick(now: at(60_001)) == [.discard(connection: 1)])
    #expect(machine.nextWake == at(60_002))
    // The connection that was returned last is lent, so the other stays idle.
    #expect(machine.wants(4, now: at(60_001), until: .never) == [.hand(connection: 3, waiter: 4)])
    #expect(
      machine.returned(3, isReusable: true, now: at(60_002)) == [.discard(connection: 2)])
    #expect(machine.nextWake == .never)
    #expect(machine.tick(now: at(900_000)) == [])
    #expect(machine.idleCount == 1)
  }

  @Test func replacesABrokenConnectionForAWaiter() {
    var machine = machine(connections: 1)
    _ = machine.wants(1, now: start, until: .never)
    _ = machine.opened(1, now: start)
    _ = machine.wants(2, now: start, until: .never)
    #expect(
      machine.returned(1, isReusable: false, now: start) == [
        .discard(connection: 1), .open(connection: 2),
      ])
  }

  @Test func discardsConnectionsIdleSinceBeforeATimeout() {
    var machine = machine(connections: 3)
    for number in 1...3 { _ = machine.wants(number, now: start, until: .never) }
    for number in 1...3 { _ = machine.opened(number, now: start) }
    // One was idle before, one was used since, one waits for a response.
    _ = machine.returned(1, isReusable: true, now: at(10))
    _ = machine.returned(2, isReusable: true, now: at(20))
    #expect(machine.wants(4, now: at(30), until: .never) == [.hand(connection: 2, waiter: 4)])
    #expect(machine.returned(3, isReusable: true, now: at(40)) == [])
    #expect(
      machine.returned(2, isReusable: false, didTimeOut: true, now: at(5000)) == [
        .discard(connection: 2), .discard(connection: 1),
      ])
    #expect(machine.idleCount == 1)
  }

  @Test func assignsAnotherConnectionAfterADeadOne() {
    var machine = oneIdle()
    #expect(machine.wants(1, now: start, until: .never) == [.hand(connection: 1, waiter: 1)])
    #expect(
      machine.lost(1, waiter: 1, now: start, until: .never) == [
        .discard(connection: 1), .open(connection: 2),
      ])
    #expect(machine.opened(2, now: start) == [.hand(connection: 2, waiter: 1)])
  }

  @Test func failsAWaiterWhoseDeadlinePasses() {
    var machine = oneIdle()
    _ = machine.wants(1, now: start, until: .never)
    #expect(machine.wants(2, now: start, until: at(50)) == [])
    #expect(machine.nextWake == at(50))
    #expect(machine.tick(now: at(49)) == [])
    #expect(machine.tick(now: at(50)) == [.fail(waiter: 2, .exhausted)])
    #expect(machine.nextWake == .never)
  }

  @Test func makesOneAttemptAtATimeWithGrowingPauses() {
    var machine = machine(connections: 4)
    #expect(machine.wants(1, now: start, until: .never) == [.open(connection: 1)])
    #expect(machine.openFailed(1, now: start, chance: 0.5) == [])
    #expect(machine.isUnavailable)
    #expect(machine.nextWake == at(100))
    #expect(machine.wants(2, now: at(10), until: .never) == [])
    #expect(machine.tick(now: at(99)) == [])
    #expect(machine.tick(now: at(100)) == [.open(connection: 2)])
    #expect(machine.wants(3, now: at(101), until: .never) == [])
    #expect(machine.openFailed(2, now: at(110), chance: 0.5) == [])
    #expect(machine.nextWake == at(310))
    #expect(machine.tick(now: at(310)) == [.open(connection: 3)])
    #expect(
      machine.opened(3, now: at(320)) == [
        .hand(connection: 3, waiter: 1), .open(connection: 4), .open(connection: 5),
      ])
    #expect(!machine.isUnavailable)
  }

  @Test func failsWaitersSoonWhileUnavailable() {
    var machine = machine(connections: 1)
    _ = machine.wants(1, now: start, until: .never)
    _ = machine.openFailed(1, now: at(0), chance: 0.5)
    let refused = PoolMachine.Failure.unavailable(retryAfter: .seconds(1))
    #expect(machine.tick(now: at(100)) == [.open(connection: 2)])
    #expect(machine.nextWake == at(500))
    #expect(machine.tick(now: at(500)) == [.fail(waiter: 1, refused)])
    // Without waiters there is no attempt until the next one waits.
    #expect(machine.openFailed(2, now: at(600), chance: 0.5) == [])
    #expect(machine.nextWake == .never)
    #expect(machine.wants(2, now: at(900), until: .never) == [.open(connection: 3)])
  }

  @Test func reportsUnavailabilityWhenTheQueueIsFull() {
    var machine = machine(connections: 1, waiters: 1)
    _ = machine.wants(1, now: start, until: .never)
    _ = machine.openFailed(1, now: start, chance: 0.5)
    #expect(
      machine.wants(2, now: start, until: .never) == [
        .fail(waiter: 2, .unavailable(retryAfter: .seconds(1)))
      ])
  }

  @Test func removesAWaiterThatGaveUp() {
    var machine = machine(connections: 1)
    _ = machine.wants(1, now: start, until: .never)
    machine.gaveUp(1)
    #expect(machine.waiterCount == 0)
    #expect(machine.opened(1, now: start) == [])
    #expect(machine.idleCount == 1)
  }

  @Test func closesWhenTheLastConnectionHasBeenReturned() {
    var machine = machine(connections: 2)
    _ = machine.wants(1, now: start, until: .never)
    _ = machine.opened(1, now: start)
    _ = machine.wants(2, now: start, until: .never)
    #expect(machine.close(now: start) == [.fail(waiter: 2, .closed)])
    #expect(machine.wants(3, now: start, until: .never) == [.fail(waiter: 3, .closed)])
    #expect(machine.opened(2, now: start) == [.discard(connection: 2)])
    #expect(
      machine.returned(1, isReusable: true, now: start) == [.discard(connection: 1), .didClose])
    #expect(machine.close(now: start) == [])
  }

  @Test func closesAnEmptyOrIdlePoolAtOnce() {
    var empty = machine()
    #expect(empty.close(now: start) == [.didClose])
    var idle = oneIdle()
    #expect(idle.close(now: start) == [.discard(connection: 1), .didClose])
  }

  @Test func ignoresEventsOfConnectionsThatAreNotLent() {
    var machine = oneIdle()
    #expect(machine.returned(1, isReusable: true, now: start) == [])
    #expect(machine.opened(9, now: start) == [])
    #expect(machine.openFailed(9, now: start, chance: 0) == [])
    #expect(machine.lost(9, waiter: 1, now: start, until: .never) == [])
    #expect(machine.connectionCount == 1 && !machine.isUnavailable)
  }
}

import System
import TestSupport
import Testing

@testable import ChatterServer

struct ListLeasesTests {
  private final class Body: Sendable {}

  @Test func revokesTheOldestQuarterUntilTheyHaveEnded() {
    let leases = ListLeases()
    let revoked = Lock<[Int]>([])
    var held: [ListLease?] = (0..<8).map { number in
      let lease = leases.make(holding: Body())
      lease.onRevocation { revoked.withLock { $0.append(number) } }
      return lease
    }
    #expect(leases.count == 8)
    held[1] = nil
    leases.revokeOldest()
    #expect(revoked.withLock { $0 } == [0, 2])
    leases.revokeOldest()
    held[0] = nil
    leases.revokeOldest()
    #expect(revoked.withLock { $0 } == [0, 2], "one of them has not ended")
    held[2] = nil
    leases.revokeOldest()
    #expect(revoked.withLock { $0 } == [0, 2, 3, 4])
    held = []
    #expect(leases.count == 0)
    leases.revokeOldest()
  }

  @Test func endsAResponseWhoseLeaseWasRevokedEarlier() {
    let leases = ListLeases()
    let lease = leases.make(holding: Body())
    leases.revokeOldest()
    let count = Counter()
    lease.onRevocation { count.add(1) }
    #expect(count.value == 1)
  }

  @Test func releasesItsObjectWhenTheLeaseEnds() {
    let leases = ListLeases()
    weak var body: Body?
    do {
      let held = Body()
      body = held
      let lease = leases.make(holding: held)
      #expect(leases.count == 1)
      withExtendedLifetime(lease) {}
    }
    #expect(body == nil && leases.count == 0)
  }
}

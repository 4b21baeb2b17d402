import HTTP
import Testing

@testable import WebServer

struct ConnectionQuotaTests {
  @Test func admitsAsManyAsConnectionsMayBeOpen() async {
    let quota = ConnectionQuota(connectionsMax: 2, connectionsPerAddressMax: 2)
    #expect(await quota.take())
    #expect(await quota.take())
    #expect(quota.openCount == 2)
    async let third = quota.take()
    quota.release()
    #expect(await third)
    #expect(quota.openCount == 2)
    quota.release()
    quota.release()
    #expect(quota.openCount == 0)
  }

  @Test func admitsOneAddressUpToItsLimitAndOthersBesideIt() {
    let quota = ConnectionQuota(connectionsMax: 10, connectionsPerAddressMax: 2)
    let (one, other) = (AddressKey(ipv4: [192, 0, 2, 1]), AddressKey(ipv4: [192, 0, 2, 2]))
    #expect(quota.admit(one) == 1)
    #expect(quota.admit(one) == 2)
    #expect(quota.admit(one) == nil)
    #expect(quota.admit(other) == 3)
    quota.dismiss(one)
    #expect(quota.admit(one) == 4)
  }

  @Test func endsAllWaitsWhenTheServerStops() async {
    let quota = ConnectionQuota(connectionsMax: 1, connectionsPerAddressMax: 1)
    #expect(await quota.take())
    async let second = quota.take()
    quota.close()
    #expect(await second == false)
    #expect(await quota.take() == false)
  }

  @Test func neverExceedsTheLimitUnderContention() async {
    let quota = ConnectionQuota(connectionsMax: 3, connectionsPerAddressMax: 3)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<200 {
        group.addTask {
          guard await quota.take() else { return false }
          let isWithin = quota.openCount <= 3
          await Task.yield()
          quota.release()
          return isWithin
        }
      }
      for await isWithin in group { #expect(isWithin) }
    }
    #expect(quota.openCount == 0)
  }
}

import HTTP
import Testing

@testable import WebServer

@Suite("Connection permits (need nothing)")
struct ConnectionPermitsTests {
  @Test func grantsAsManyPermitsAsConnectionsMayBeOpen() async {
    let permits = ConnectionPermits(connectionsMax: 2, connectionsPerAddressMax: 2)
    #expect(await permits.take())
    #expect(await permits.take())
    #expect(permits.openCount == 2)
    async let third = permits.take()
    permits.release()
    #expect(await third)
    #expect(permits.openCount == 2)
    permits.release()
    permits.release()
    #expect(permits.openCount == 0)
  }

  @Test func admitsOneAddressUpToItsLimitAndOthersBesideIt() {
    let permits = ConnectionPermits(connectionsMax: 10, connectionsPerAddressMax: 2)
    let (one, other) = (AddressKey(ipv4: [192, 0, 2, 1]), AddressKey(ipv4: [192, 0, 2, 2]))
    #expect(permits.admit(one) == 1)
    #expect(permits.admit(one) == 2)
    #expect(permits.admit(one) == nil)
    #expect(permits.admit(other) == 3)
    permits.dismiss(one)
    #expect(permits.admit(one) == 4)
  }

  @Test func endsAllWaitsWhenTheServerStops() async {
    let permits = ConnectionPermits(connectionsMax: 1, connectionsPerAddressMax: 1)
    #expect(await permits.take())
    async let second = permits.take()
    permits.close()
    #expect(await second == false)
    #expect(await permits.take() == false)
  }

  @Test func neverExceedsTheLimitUnderContention() async {
    let permits = ConnectionPermits(connectionsMax: 3, connectionsPerAddressMax: 3)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<200 {
        group.addTask {
          guard await permits.take() else { return false }
          let isWithin = permits.openCount <= 3
          await Task.yield()
          permits.release()
          return isWithin
        }
      }
      for await isWithin in group { #expect(isWithin) }
    }
    #expect(permits.openCount == 0)
  }
}

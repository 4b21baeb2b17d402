import HTTP
import Testing

@testable import WebServer

struct ConnectionQuotaTests {
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
}

import Sockets
import TestSupport
import Testing

struct SocketAddressMachineTests {
  @Test func returnsBindableAddressesWithoutDuplicates() throws {
    let addresses = SocketAddress.ofThisMachine()
    #expect(addresses.contains(.loopback()))
    #expect(Set(addresses).count == addresses.count)
    for address in addresses {
      #expect(!address.hostText.hasPrefix("fe80:"))
      #expect(!address.isUnspecified)
      try Listener.checkIsFree(address)
    }
  }
}

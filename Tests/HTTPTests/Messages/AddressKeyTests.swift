import HTTP
import Testing

struct AddressKeyTests {
  private func ipv6(_ words: [8 of UInt16]) -> AddressKey {
    var bytes: [16 of UInt8] = .init(repeating: 0)
    for index in words.indices {
      bytes[2 * index] = UInt8(words[index] >> 8)
      bytes[2 * index + 1] = UInt8(truncatingIfNeeded: words[index])
    }
    return AddressKey(ipv6: bytes)
  }

  @Test func countsEachIPv4AddressAsOneClient() {
    #expect(AddressKey(ipv4: [192, 0, 2, 1]) == AddressKey(ipv4: [192, 0, 2, 1]))
    #expect(AddressKey(ipv4: [192, 0, 2, 1]) != AddressKey(ipv4: [192, 0, 2, 2]))
    #expect(AddressKey(ipv4: [192, 0, 2, 1]) != AddressKey(ipv4: [1, 0, 2, 192]))
  }

  @Test func countsA64BitIPv6NetworkAsOneClient() {
    let one = ipv6([0x2001, 0xdb8, 0, 1, 0, 0, 0, 1])
    #expect(one == ipv6([0x2001, 0xdb8, 0, 1, 0xffff, 0xffff, 0xffff, 0xffff]))
    #expect(one != ipv6([0x2001, 0xdb8, 0, 2, 0, 0, 0, 1]))
    #expect(one != ipv6([0x2002, 0xdb8, 0, 1, 0, 0, 0, 1]))
  }

  @Test func treatsAnIPv4MappedAddressAsIPv4() {
    let mapped = ipv6([0, 0, 0, 0, 0, 0xffff, 0xc000, 0x0201])
    #expect(mapped == AddressKey(ipv4: [192, 0, 2, 1]))
    #expect(mapped != ipv6([0, 0, 0, 0, 0, 0xffff, 0xc000, 0x0202]))
    #expect(mapped != ipv6([0, 0, 0, 1, 0, 0xffff, 0xc000, 0x0201]))
  }

  @Test func keepsLoopbackAndZeroNetworkApartFromIPv4() {
    #expect(ipv6([0, 0, 0, 0, 0, 0, 0, 1]) == ipv6([0, 0, 0, 0, 0, 0, 0xc000, 0x0201]))
    #expect(ipv6([0, 0, 0, 0, 0, 0, 0, 1]) != AddressKey(ipv4: [0, 0, 0, 0]))
    #expect(ipv6([0, 0, 0, 0, 0, 0, 0, 1]) != AddressKey(ipv4: [0, 0, 0, 1]))
  }

  @Test func groups48BitNetworksIntoSites() {
    let network = ipv6([0x2001, 0xdb8, 3, 1, 0, 0, 0, 1])
    #expect(network.site != nil && network.site != network)
    #expect(network.site == ipv6([0x2001, 0xdb8, 3, 2, 0, 0, 0, 1]).site)
    #expect(network.site != ipv6([0x2001, 0xdb8, 4, 1, 0, 0, 0, 1]).site)
    #expect(network.site?.isSite == true && !network.isSite)
    #expect(network.site?.site == nil)
    #expect(AddressKey(ipv4: [192, 0, 2, 1]).site == nil)
  }
}

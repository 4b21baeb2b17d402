import Testing

@testable import Sockets

struct AddressPrefixTests {
  private func contains(_ prefix: String, _ host: String) throws -> Bool {
    let address = try #require(SocketAddress(numericHost: host, port: 1))
    return try #require(AddressPrefix(prefix)).contains(address)
  }

  @Test(
    arguments: [
      ("10.0.0.0/8", "10.255.1.2", true), ("10.0.0.0/8", "11.0.0.0", false),
      ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
      ("192.0.2.1/32", "192.0.2.1", true), ("0.0.0.0/0", "203.0.113.9", true),
      ("0.0.0.0/0", "::1", false), ("::/0", "2001:db8::1", true), ("::/0", "192.0.2.1", false),
      ("192.0.2.128/25", "192.0.2.200", true), ("192.0.2.128/25", "192.0.2.127", false),
      ("10.0.0.0/8", "::ffff:10.1.1.1", true), ("2001:db8::/33", "2001:db8:7fff::1", true),
      ("2001:db8::/33", "2001:db8:8000::1", false), ("2001:db8::1", "2001:db8::1", true),
      ("fe80::/10", "fe80::1%1", true), ("::1", "::1", true), ("::1", "::2", false),
    ])
  func containsAddressesWithItsBits(prefix: String, host: String, isContained: Bool) throws {
    #expect(try contains(prefix, host) == isContained)
  }

  @Test(
    arguments: [
      "", "/", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/8/8",
      "10.0.0.0/ 8", "10.0.0.0/08.", "10.0.0.1/8", "10/8", "host/8", "::/129", "::1/64",
      "fe80::1%1", "fe80::%1/64", "[::1]", "::/0000",
    ])
  func rejectsOtherText(text: String) {
    #expect(AddressPrefix(text) == nil)
  }

  @Test func isDescribedAsGiven() {
    #expect(AddressPrefix("10.0.0.0/8")?.description == "10.0.0.0/8")
  }
}

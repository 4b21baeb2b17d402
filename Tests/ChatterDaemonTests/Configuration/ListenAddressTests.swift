import Testing

@testable import ChatterDaemon

struct ListenAddressTests {
  @Test(
    arguments: [
      ("[::1]:8443", "::1", 8443), ("[::]:443", "::", 443),
      ("[::1]", "::1", 8443), ("0.0.0.0:8443", "0.0.0.0", 8443),
      ("127.0.0.1", "127.0.0.1", 8443), (":8443", "::", 8443),
      ("8443", "::", 8443), ("0", "::", 0), ("65535", "::", 65535),
      ("localhost:1", "localhost", 1), ("a-b.example", "a-b.example", 8443),
      ("[fe80::1%eth0]:1", "fe80::1%eth0", 1),
    ] as [(String, String, UInt16)])
  func parsesTheUsualForms(text: String, host: String, port: UInt16) throws {
    let address = try #require(ListenAddress(text))
    #expect(address.host == host)
    #expect(address.port == port)
    #expect(ListenAddress(address.description) == address)
  }

  @Test(
    arguments: [
      "", ":", "[", "]", "[]", "[]:1", "[::1", "::1", "::1:8443", "[::1]8443", "[::1]:", "[::1]::1",
      "[127.0.0.1]:1", "[localhost]:1", "65536", "-1", "a:65536", "a:-1", "a:", "a:b", "a:1:2",
      "256.1.1.1:1", "1.2.3:1", "1.2.3.4.5", "a b:1", "-a:1", "a..b:1", "http://a:1", "a/b:1",
      "[fe80::1%]:1", "[fe80::1%a/b]:1", "[::1%aaaaaaaaaaaaaaaa]:1", "*:8443", "é:1",
    ])
  func rejectsOtherForms(text: String) {
    #expect(ListenAddress(text) == nil)
  }

  @Test func recognizesTheAddressesThatMeanAllAddresses() throws {
    for (text, expected) in [
      ("8443", true), ("0.0.0.0:1", true), ("[::1]:1", false), ("localhost", false),
    ] {
      #expect(try #require(ListenAddress(text)).isEverywhere == expected)
    }
  }

  @Test func parsesEveryPrefixWithoutAWrongPort() {
    let text = "[2001:db8::1%eth0]:8443"
    for count in 0..<text.count where count != 19 {
      #expect(ListenAddress(String(text.prefix(count))).map { $0.port <= 8443 } ?? true)
    }
  }
}

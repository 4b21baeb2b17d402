import System
import Testing

@testable import Sockets

struct SocketAddressTests {
  @Test(
    arguments: [
      ("127.0.0.1", "127.0.0.1:80"), ("0.0.0.0", "0.0.0.0:80"),
      ("255.255.255.255", "255.255.255.255:80"), ("::1", "[::1]:80"), ("::", "[::]:80"),
      ("2001:DB8:0:0:0:0:0:1", "[2001:db8::1]:80"), ("2001:db8::", "[2001:db8::]:80"),
      ("1:2:3:4:5:6:7:8", "[1:2:3:4:5:6:7:8]:80"), ("fe80::1%3", "[fe80::1%3]:80"),
      ("fe80::1%lo", "[fe80::1%1]:80"), ("fe80::1%0", "[fe80::1]:80"),
      ("::ffff:192.0.2.7", "192.0.2.7:80"), ("::ffff:c000:207", "192.0.2.7:80"),
      ("fe80::1%4294967295", "[fe80::1%4294967295]:80"),
    ])
  func parsesNumericHostsAndWritesTheShortForm(text: String, written: String) {
    #expect(SocketAddress(numericHost: text, port: 80)?.description == written)
  }

  @Test(
    arguments: [
      "", "localhost", "127.0.0", "127.0.0.1.1", "127.0.0.256", "127.1", " 127.0.0.1",
      "127.0.0.1 ", "0x7f.0.0.1", "127.0.0.1%1", "::1%", "::1%nowhere9", "::1%4294967296",
      "::1%+3", "::1%-1", ":::", "1:2:3:4:5:6:7", "1::2::3", "[::1]", "::1]:80", "12345::",
      "%1", "fe80::1%1%2", "127.0.0.1\0.example", "::1\0x", "::1%1\0",
    ])
  func rejectsTextThatIsNotANumericHost(text: String) {
    #expect(SocketAddress(numericHost: text, port: 80) == nil)
  }

  @Test(arguments: [0, 1, 80, 8443, 65_535])
  func keepsThePortThroughCStructs(port: UInt16) {
    for host in ["10.1.2.3", "2001:db8::17", "fe80::9%2"] {
      let address = SocketAddress(numericHost: host, port: port)
      let back = unsafe address?.withSockaddr { pointer, _ in unsafe SocketAddress(pointer) }
      #expect(back == address)
    }
  }

  @Test func rejectsOtherFamiliesAndNil() throws {
    let (_, address) = unsafe try SocketAddress.filled { (_, _) throws(Errno) in }
    #expect(address == nil)
    let none = unsafe SocketAddress(nil)
    #expect(none == nil)
  }

  @Test(
    arguments: [
      ("127.0.0.1", true, false), ("127.255.3.4", true, false), ("::1", true, false),
      ("::ffff:127.0.0.1", true, false), ("126.0.0.1", false, false), ("::2", false, false),
      ("1::1", false, false), ("::ffff:10.0.0.1", false, false), ("0.0.0.0", false, true),
      ("::", false, true),
    ])
  func recognizesSpecialAddresses(host: String, isLoopback: Bool, isUnspecified: Bool) throws {
    let address = try #require(SocketAddress(numericHost: host, port: 1))
    #expect(address.isLoopback == isLoopback)
    #expect(address.isUnspecified == isUnspecified)
  }

  @Test func comparesFamilyBytesScopeAndPort() {
    let texts = ["0.0.0.0", "::", "::1", "::1%1", "127.0.0.1", "::ffff:127.0.0.1"]
    let addresses = texts.map { SocketAddress(numericHost: $0, port: 1) }
    #expect(Set(addresses).count == texts.count)
    #expect(addresses == texts.map { SocketAddress(numericHost: $0, port: 1) })
    #expect(
      SocketAddress(numericHost: "::1", port: 1) != SocketAddress(numericHost: "::1", port: 2))
  }

  @Test func hasTheFirstByteInTheHighestBits() throws {
    #expect(SocketAddress(numericHost: "1.2.3.4", port: 0)?.host == .v4(0x0102_0304))
    let scoped = try #require(SocketAddress(numericHost: "fe80::1%258", port: 0))
    #expect(scoped.host == .v6(IPv6Bits(0xFE80 << 112 | 1), scope: 258))
  }

  /// Swift 6.3 crashes with captured values that are aligned to 16 bytes.
  @Test func needsTheAlignmentOfAWord() {
    #expect(MemoryLayout<SocketAddress>.alignment == MemoryLayout<UInt64>.alignment)
    #expect(MemoryLayout<AddressPrefix>.alignment == MemoryLayout<UInt64>.alignment)
  }

  @Test func resolvesNumericHostsAndLocalhost() throws {
    #expect(
      try SocketAddress.resolve(host: "192.0.2.1", port: 9)
        == [SocketAddress(.v4(0xC000_0201), port: 9)])
    let local = try SocketAddress.resolve(host: "localhost", port: 9)
    #expect(!local.isEmpty)
    #expect(local.allSatisfy { $0.isLoopback && $0.port == 9 })
    #expect(Set(local).count == local.count)
  }

  @Test func reportsNamesWithoutAddress() {
    // RFC 6761 keeps .invalid from ever having an address.
    #expect(throws: SocketError.unresolvable(host: "nowhere.invalid")) {
      try SocketAddress.resolve(host: "nowhere.invalid", port: 1)
    }
    #expect(throws: SocketError.unresolvable(host: "localhost\0.invalid")) {
      try SocketAddress.resolve(host: "localhost\0.invalid", port: 1)
    }
  }
}

import Testing

@testable import ChatterDaemon

@Suite("IP addresses as text")
struct IPAddressTextTests {
  @Test func acceptsFourDecimalNumbersAsIPv4() {
    for text in ["0.0.0.0", "127.0.0.1", "255.255.255.255"] { #expect(IPAddressText.isIPv4(text)) }
    for text in [
      "", "1", "1.2.3", "1.2.3.4.5", "256.0.0.1", "1.2.3.4 ", "1.2.3.4\0x", "::1", "0x1.0.0.1",
    ] {
      #expect(!IPAddressText.isIPv4(text), "\(text)")
    }
  }

  @Test func acceptsIPv6WithoutBracketsAndZone() {
    for text in ["::", "::1", "2001:db8::1", "::ffff:192.0.2.1", "1:2:3:4:5:6:7:8"] {
      #expect(IPAddressText.isIPv6(text))
    }
    for text in ["", "[::1]", "::1%lo", ":::", "1::2::3", "12345::", "1.2.3.4", "::1\0", "::g"] {
      #expect(!IPAddressText.isIPv6(text), "\(text)")
    }
  }
}

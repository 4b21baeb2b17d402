import Testing

@testable import HTTP

struct AuthorityTests {
  private func isValid(_ text: String) -> Bool {
    let bytes = Array("@\(text)@".utf8)
    return Authority.isValid(bytes.span, in: 1..<bytes.count - 1)
  }

  @Test(
    arguments: [
      "", "a", "localhost", "chatter.example.org", "a:", "a:0", "a:65535", "192.0.2.1:8443",
      "[::1]",
      "[::1]:443", "[fe80::1%eth0]", "[fe80::1%25wlan0]:8443", "[fe80::1%2]",
      "[2001:db8::192.0.2.1]", "a_b", "a%2Fb", "xn--bcher-kva.example", "a!$&'()*+,;=",
    ])
  func acceptsHostsWithOptionalPorts(text: String) {
    #expect(isValid(text))
  }

  @Test(
    arguments: [
      ":80", "a:b", "a:65536", "a:000080", "a:-1", "a:80:80", "u@a", "a/b", "a?b", "a#b", "a b",
      "[::1", "[]", "[:]", "[::g]", "[::1]a", "[::1%]", "[:%eth0]", "[::1%e[]", "[::1%eth0", "::1",
      "a%", "a%2", "a%zz", "ä",
      "a\\b",
      "<a>", "[v1.a]",
    ])
  func rejectsInvalidHostsAndPorts(text: String) {
    #expect(!isValid(text))
  }
}

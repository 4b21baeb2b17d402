import Testing

@testable import ChatterDaemon

@Suite("Host names")
struct DomainNameTests {
  @Test(
    "are labels of letters, digits and hyphens",
    arguments: ["a", "localhost", "A-1.example", "1a", "xn--bcher-kva.example", "3.example"])
  func good(name: String) {
    #expect(DomainName.isValid(name))
  }

  @Test(
    "are nothing else",
    arguments: [
      "", ".", "a.", ".a", "a..b", "-a", "a-", "a_b", "a b", "a/b", "bücher.example", "1.2.3.4",
      "a.1", "*", "*.a", "a.*", "[a", "a@b", "a\u{0}",
    ])
  func bad(name: String) {
    #expect(!DomainName.isValid(name))
  }

  @Test("have labels of at most 63 bytes and 253 in all")
  func lengths() {
    let label = String(repeating: "a", count: 63)
    #expect(DomainName.isValid(label))
    #expect(!DomainName.isValid(label + "a"))
    let longest = [label, label, label, String(repeating: "a", count: 61)].joined(separator: ".")
    #expect(longest.utf8.count == DomainName.bytesMax)
    #expect(DomainName.isValid(longest))
    #expect(!DomainName.isValid(longest + "a"))
  }

  @Test("may begin with a star in certificates only, before another label")
  func wildcards() {
    #expect(DomainName.isValid("*.example.org", wildcard: true))
    for name in ["*", "*.", "a.*", "*.*.org", "**.org", "*a.org"] {
      #expect(!DomainName.isValid(name, wildcard: true), "\(name)")
    }
  }
}

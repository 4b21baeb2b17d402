import TestSupport
import Testing

@testable import Crypto

/// Requests that are rejected before a key is generated.
struct CertificateRequestValidationTests {
  private static let label63 = String(repeating: "a", count: 63)

  @Test(
    arguments: [
      "localhost", "a", "chatter.example.org", "*.example.org", "xn--bcher-kva.example", "a-b.c",
      "1.example", "my_host", "A.B", label63 + ".org",
    ])
  func acceptsDNSNames(_ name: String) throws {
    try CertificateRequest(names: [name]).validate()
  }

  @Test(
    arguments: [
      "", ".", "a.", ".a", "a..b", "-a.b", "a-.b", "a b", "a,DNS:b", "a;b", "a\nb", "a\0b",
      "bücher.example", "*", "a.*.b", "a*.b", "192.0.2.1", "1.2.3", "300.1.1.1", "::1", "a:b",
      "https://a", "a/b", label63 + "a.org", "email:x", "@section", "a=b",
      Array(repeating: label63, count: 4).joined(separator: ".") + ".a",
    ])
  func rejectsOtherNames(_ name: String) {
    #expect(throws: CertificateError.malformedName(name)) {
      try CertificateRequest(names: [name]).validate()
    }
  }

  @Test(arguments: ["0.0.0.0", "255.255.255.255", "::", "fe80::1", "::ffff:192.0.2.1"])
  func acceptsAddresses(_ address: String) throws {
    try CertificateRequest(names: [], addresses: [address]).validate()
  }

  @Test(
    arguments: [
      "", "localhost", "1.2.3", "1.2.3.4.5", "256.1.1.1", "1.2.3.4 ", "fe80::1%eth0", ":::",
      "1.2.3.4,DNS:x", "1.2.3.4\0", "[::1]", "01.2.3.4x",
    ])
  func rejectsOtherAddresses(_ address: String) {
    #expect(throws: CertificateError.malformedAddress(address)) {
      try CertificateRequest(names: [], addresses: [address]).validate()
    }
  }

  @Test func sortsHostsIntoNamesAndAddresses() {
    let request = CertificateRequest(hosts: ["a.test", "::1", "localhost", "127.0.0.1"])
    #expect(request.names == ["a.test", "localhost"])
    #expect(request.addresses == ["::1", "127.0.0.1"])
  }

  @Test func limitsNamesAndDays() throws {
    #expect(throws: CertificateError.noNames) { try CertificateRequest(names: []).validate() }
    let names = (0..<CertificateRequest.namesMax).map { "host\($0)" }
    try CertificateRequest(names: names).validate()
    #expect(throws: CertificateError.tooManyNames) {
      try CertificateRequest(names: names, addresses: ["::1"]).validate()
    }
    var request = CertificateRequest(names: ["a"])
    for days in [0, -1, 826, Int.max] {
      request.days = days
      #expect(throws: CertificateError.daysOutOfRange(days)) { try request.validate() }
    }
  }

  @Test func acceptsTheMaximumOfLongestNames() throws {
    let tail = Array(repeating: Self.label63, count: 3).joined(separator: ".")
    let names = (0..<CertificateRequest.namesMax).map { "h\($0).\(tail)" }
    #expect(try CertificateRequest(names: names).make().certificate.names == names)
  }
}

import Testing

@testable import TLS

struct NameConstraintsTests {
  private static let all4 = "0.0.0.0/0.0.0.0"
  private static let one6 = "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"

  @Test func permitsOnlyTheGivenHosts() {
    let constraints = NameConstraints(
      names: ["a.test", "localhost"], addresses: ["192.0.2.7", "2001:db8::7"])
    #expect(
      constraints.lines == [
        "permitted;DNS.0 = a.test", "permitted;DNS.1 = localhost",
        "permitted;IP.2 = 192.0.2.7/255.255.255.255",
        "permitted;IP.3 = 2001:db8::7/\(Self.one6)",
      ])
  }

  @Test func excludesTypesWithoutAHost() {
    #expect(
      NameConstraints(names: ["a.test"], addresses: []).lines == [
        "permitted;DNS.0 = a.test", "excluded;IP.0 = \(Self.all4)", "excluded;IP.1 = ::/::",
      ])
    #expect(
      NameConstraints(names: [], addresses: ["192.0.2.7"]).lines == [
        "permitted;IP.0 = 192.0.2.7/255.255.255.255", "excluded;DNS.0 = ",
        "excluded;IP.1 = ::/::",
      ])
    #expect(
      NameConstraints(names: [], addresses: ["::1"]).lines == [
        "permitted;IP.0 = ::1/\(Self.one6)", "excluded;DNS.0 = ", "excluded;IP.1 = \(Self.all4)",
      ])
  }

  @Test func permitsTheDomainOfAWildcard() {
    let lines = NameConstraints(names: ["*.a.test"], addresses: []).lines
    #expect(lines[0] == "permitted;DNS.0 = a.test")
  }
}

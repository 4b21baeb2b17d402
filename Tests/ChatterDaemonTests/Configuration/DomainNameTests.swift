import Testing

@testable import ChatterDaemon

struct DomainNameTests {
  @Test(arguments: ["a", "localhost", "A-1.example", "1a", "xn--bcher-kva.example", "3.example"])
  func acceptsLabelsOfLettersDigitsAndHyphens(name: String) {
    #expect(DomainName.isValid(name))
  }

  @Test(
    arguments: [
      "", ".", "a.", ".a", "a..b", "-a", "a-", "a_b", "a b", "a/b", "bücher.example", "1.2.3.4",
      "a.1", "*", "*.a", "a.*", "[a", "a@b", "a\u{0}",
    ])
  func rejectsOtherNames(name: String) {
    #expect(!DomainName.isValid(name))
  }

  @Test func limitsLabelsTo63BytesAndNamesTo253() {
    let label = String(repeating: "a", count: 63)
    #expect(DomainName.isValid(label))
    #expect(!DomainName.isValid(label + "a"))
    let longest = [label, label, label, String(repeating: "a", count: 61)].joined(separator: ".")
    #expect(longest.utf8.count == DomainName.bytesMax)
    #expect(DomainName.isValid(longest))
    #expect(!DomainName.isValid(longest + "a"))
  }

  @Test func acceptsAWildcardOnlyAsFirstLabelInCertificates() {
    #expect(DomainName.isValid("*.example.org", wildcard: true))
    for name in ["*", "*.", "a.*", "*.*.org", "**.org", "*a.org"] {
      #expect(!DomainName.isValid(name, wildcard: true), "\(name)")
    }
  }
}

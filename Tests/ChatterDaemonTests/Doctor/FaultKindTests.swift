import TestSupport
import Testing

@testable import ChatterDaemon

struct FaultKindTests {
  static let samples =
    NetworkCheckTests.samples + DatabaseCheckTests.samples
    + DataDirectoryCheckTests.samples + ProcessCheckTests.samples + OptionsCheckTests.samples
    + ConfigurationCheckTests.samples + BackupCheckTests.samples

  @Test(arguments: samples) func areFoundInFactsWithTheFault(sample: FaultSample) {
    #expect(sample.faults.map(\.kind) == [sample.kind], "\(sample.faults)")
    for fault in sample.faults { #expect(fault.isFilled, "\(fault)") }
  }

  @Test func areAllProducedByATest() {
    let produced = Set(
      Self.samples.map(\.kind) + CertificateCheckTests.cases.map(\.kind)
        + ExternalCheckTests.cases.map(\.kind))
    #expect(Set(FaultKind.allCases).subtracting(produced).map(\.rawValue) == [])
    #expect(FaultKind.allCases.count >= 40)
  }

  @Test func areAllMadeAndCuredInAPackagedSystem() throws {
    let scripts = try ["scripts/test-deb", "scripts/test-deb-faults"].map {
      try Repository.text(of: $0)
    }
    let made = scripts.joined().matches(of: /\n +cured(?:_line|_certificate)? ([a-z-]+)/)
      .map { String($0.1) }
    #expect(Set(FaultKind.allCases.map(\.rawValue)).subtracting(made) == [])
  }

  @Test func areTheRowsOfTheirTable() {
    let rows = FaultText.markdown.matches(of: /\n\| `([^`]*)` \|/).map { String($0.1) }
    #expect(rows == FaultKind.allCases.map(\.rawValue))
    for kind in FaultKind.allCases {
      #expect(kind.rawValue.allSatisfy { $0.isLowercase || $0 == "-" }, "\(kind)")
      #expect(!kind.text.problem.isEmpty && !kind.text.cure.isEmpty, "\(kind)")
    }
  }

  /// Run `make docs` after a change.
  @Test func areTheTableInDocs() throws {
    let page = try Repository.text(of: "docs/operate/doctor.md")
    let start = try #require(page.firstRange(of: "<!-- faults -->\n")).upperBound
    let end = try #require(page.firstRange(of: "<!-- end of faults -->")).lowerBound
    #expect(page[start..<end] == FaultText.markdown)
  }
}

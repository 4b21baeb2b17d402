import Foundation
import TestSupport
import Testing

/// The rules of the house, held against the tree. Each rule's own suite shows that it can fail.
@Suite("The house is tidy")
struct TidyTests {
  private let all = SourceFile.sources + SourceFile.tests

  @Test("a module imports only what the design allows")
  func imports() {
    expectNone(ImportRule(allowed: HouseRules.imports).findings(in: all))
  }

  @Test("unsafe code is in the files listed for it")
  func unsafeCode() {
    expectNone(
      ListedFilesRule.unsafeCode(listed: HouseRules.unsafeFiles).findings(in: SourceFile.sources))
  }

  @Test("C libraries are imported in the files listed for it")
  func cImports() {
    expectNone(
      ListedFilesRule.cImports(listed: HouseRules.cImportFiles).findings(in: SourceFile.sources))
  }

  @Test("what the compiler takes on trust is explained")
  func explanations() {
    expectNone(ExplainedUnsafeRule().findings(in: all))
  }

  @Test("files and functions are short")
  func lengths() {
    let rule = LengthRule(
      fileLinesMax: HouseRules.fileLinesMax, functionLinesMax: HouseRules.functionLinesMax)
    expectNone(rule.findings(in: all))
  }

  @Test("every source file has its tests")
  func mirrors() {
    let testedThrough = HouseRules.testedThrough.merging(HouseRules.programsTestedThrough) {
      $1
    }
    expectNone(
      MirrorRule(testedThrough: testedThrough).findings(
        sources: SourceFile.sources.map(\.path), tests: SourceFile.tests.map(\.path)))
  }

  @Test("no debts, no dead code, no printing, no sleeping")
  func wording() {
    expectNone(
      WordingRule(mayPrint: HouseRules.mayPrint, mayPause: HouseRules.mayPause).findings(in: all))
  }

  @Test("names say something")
  func names() {
    expectNone(NameRule().findings(in: all))
  }

  @Test("migrations are numbered without gaps")
  func migrations() {
    let names = Repository.files(under: "migrations").map { String($0.dropFirst(11)) }
    expectNone(MigrationRule().findings(in: names))
  }

  @Test("the manifest declares its targets in the order of the floors")
  func manifest() throws {
    expectNone(
      ManifestRule(floors: HouseRules.floors).findings(
        manifest: try Repository.text(of: "Package.swift")))
  }

  @Test("paths differ by more than case")
  func pathCase() {
    let directories = ["Sources", "Tests", "Examples", "Fuzz", "Benchmarks", "docs", "scripts"]
    expectNone(CaseRule().findings(in: directories.flatMap { Repository.files(under: $0) }))
  }

  @Test("there is no private key in the tree")
  func secrets() throws {
    let directories = try FileManager.default.contentsOfDirectory(atPath: Repository.root)
    // What `make run` puts into certs/ is the user's own, and git ignores it.
    for directory in directories where !directory.hasPrefix(".") && directory != "certs" {
      for path in Repository.files(under: directory) {
        let bytes = try Data(contentsOf: URL(filePath: Repository.path(of: path)))
        expectNone([SecretRule().finding(path: path, bytes: [UInt8](bytes))].compactMap(\.self))
      }
    }
  }

  @Test("the table in docs/options.md equals the output of chatterd help --markdown")
  func options() async throws {
    let printed = try await ProgramRun(Repository.program("chatterd"), ["help", "--markdown"])
      .checked().text
    expectNone(
      OptionTableRule().findings(
        page: try Repository.text(of: OptionTableRule.path), printed: printed))
  }

  @Test("the formatter has nothing to say")
  func format() async throws {
    let run = try await ProgramRun(
      Repository.path(of: "scripts/swift"),
      ["format", "lint", "--strict", "--parallel", "--recursive"]
        + ["Package.swift", "Sources", "Tests", "Examples", "Fuzz"].map(Repository.path(of:)),
      within: .seconds(120))
    #expect(run.ending == .exited(0), "\(run.errors)")
  }

  private func expectNone(_ findings: [Finding], at location: SourceLocation = #_sourceLocation) {
    for finding in findings { Issue.record("\(finding)", sourceLocation: location) }
  }
}

import Foundation
import TestSupport
import Testing

/// The house rules, applied to the tree. Each rule's own suite shows that it can fail.
struct TidyTests {
  private let all = SourceFile.sources + SourceFile.tests

  @Test(.needs(.time)) func importsWhatTheManifestDeclares() throws {
    let targets = ManifestTarget.targets(in: try Repository.text(of: "Package.swift"))
    expectNone(
      LayerRule(exceptions: HouseRules.dependenciesInsideLayers).findings(in: targets))
    expectNone(
      ImportRule(
        targets: targets, system: HouseRules.systemModules, testing: HouseRules.testingModules
      ).findings(in: all))
  }

  @Test(.needs(.time)) func hasUnsafeCodeOnlyInListedFiles() {
    expectNone(
      ListedFilesRule.unsafeCode(listed: HouseRules.unsafeFiles).findings(in: SourceFile.sources))
  }

  @Test func importsCLibrariesOnlyInListedFiles() {
    expectNone(
      ListedFilesRule.cImports(listed: HouseRules.cImportFiles).findings(in: SourceFile.sources))
  }

  @Test func explainsUncheckedDeclarations() {
    expectNone(
      ExplainedUnsafeRule(uncheckedCountMax: HouseRules.uncheckedCountMax).findings(in: all))
  }

  @Test func hasShortFilesAndFunctions() {
    let rule = LengthRule(
      fileLinesMax: HouseRules.fileLinesMax, functionLinesMax: HouseRules.functionLinesMax)
    expectNone(rule.findings(in: all))
  }

  @Test func hasTestsBesideTheirSources() {
    expectNone(MirrorRule().findings(sources: SourceFile.sources, tests: SourceFile.tests))
  }

  @Test(.needs(.time)) func hasNoDebtsDeadCodePrintsOrSleeps() {
    expectNone(
      WordingRule(mayPrint: HouseRules.mayPrint, mayPause: HouseRules.mayPause).findings(in: all))
  }

  @Test(.needs(.time)) func waitsForFactsAndNotForTime() {
    expectNone(TimeRule(guards: HouseRules.guardsAgainstHanging).findings(in: SourceFile.tests))
  }

  @Test(.needs(.time)) func usesPlainWords() {
    var files: [(path: String, text: String)] = []
    for path in HouseRules.textDirectories.flatMap({ Repository.files(under: $0) })
      + HouseRules.textFiles
    where !HouseRules.mayUseBannedWords.contains(where: path.hasPrefix) {
      // A file that is not UTF-8 is not a text.
      if let text = try? Repository.text(of: path) { files.append((path: path, text: text)) }
    }
    expectNone(LanguageRule().findings(in: files))
  }

  @Test func hasMeaningfulNames() {
    expectNone(NameRule().findings(in: all))
  }

  @Test func numbersMigrationsWithoutGaps() {
    expectNone(MigrationRule().findings(in: Repository.migrations.map(\.name)))
  }

  @Test func hasPathsThatDifferByMoreThanCase() async throws {
    let files = try await ProgramRun(
      "git", ["-C", Repository.root, "-c", "safe.directory=*", "ls-files", "-z"]
    ).checked().text
    expectNone(CaseRule().findings(in: files.split(separator: "\0").map(String.init)))
  }

  @Test func containsNoPrivateKey() throws {
    let directories = try FileManager.default.contentsOfDirectory(atPath: Repository.root)
    // Files that `make run` writes into certs/ belong to the user, and git ignores them.
    for directory in directories where !directory.hasPrefix(".") && directory != "certs" {
      for path in Repository.files(under: directory) {
        let bytes = try Data(contentsOf: URL(filePath: Repository.path(of: path)))
        expectNone([SecretRule().finding(path: path, bytes: [UInt8](bytes))].compactMap(\.self))
      }
    }
  }

  @Test func documentsTheOptionsThatTheProgramPrints() async throws {
    let printed = try await ProgramRun(Repository.program("chatterd"), ["help", "markdown"])
      .checked().text
    expectNone(
      OptionTableRule().findings(
        page: try Repository.text(of: OptionTableRule.path), printed: printed))
  }

  @Test func quotesExistingFilesAndTestsInTheSecurityPage() throws {
    let files = ["Sources", "Tests", "docs", "deploy", "scripts"].flatMap {
      Repository.files(under: $0)
    }
    let path = "docs/develop/security.md"
    expectNone(
      QuotedNamesRule(files: files, tests: SourceFile.tests)
        .findings(path: path, page: try Repository.text(of: path)))
  }

  private func expectNone(_ findings: [Finding], at location: SourceLocation = #_sourceLocation) {
    for finding in findings { Issue.record("\(finding)", sourceLocation: location) }
  }
}

import Foundation
import TestSupport
import Testing

struct LibrariesPageBuildTests {
  private let page: LibrariesPage

  init() throws { page = LibrariesPage(try Repository.text(of: "docs/use/libraries.md")) }

  /// Keeps what it builds, since a build of the libraries takes half a minute.
  @Test func buildsAProgramWithThePackageAndWithoutWarnings() async throws {
    let directory = try TemporaryDirectory()
    let manifest = try #require(page.manifest)
    let here = manifest.replacing(#"path: "../chatterd""#, with: "path: \"\(Repository.root)\"")
    #expect(here != manifest)
    let program = try #require(page.programs.first { $0.contains("struct AudioExample") })
    let sources = directory.path(of: "Sources/talk")
    try FileManager.default.createDirectory(atPath: sources, withIntermediateDirectories: true)
    try directory.write(here, to: "Package.swift")
    try directory.write(program, to: "Sources/talk/Talk.swift")
    let builds = Repository.path(of: ".build/libraries-page")
    let run = try await ProgramRun(
      Repository.path(of: "scripts/swift"),
      ["build", "--package-path", directory.path, "--scratch-path", builds],
      environment: ["CHATTERD_TARGETS": ""], within: .seconds(280))
    let output = run.text + run.errors
    #expect(run.ending == .exited(0), "\(output)")
    #expect(!output.contains("warning:"), "\(output)")
    let usage = try await ProgramRun("\(builds)/debug/talk")
    #expect(usage.ending == .exited(64) && usage.text.hasPrefix("usage: "))
  }
}

import Glibc
import TestSupport
import Testing

@testable import PrivateCluster

struct PostgresProgramsTests {
  private let installed = [
    PostgresPrograms(directory: "/b", version: 17), PostgresPrograms(directory: "/a", version: 15),
  ]

  @Test func choosesTheVersionOfTheData() throws {
    #expect(try PostgresPrograms.choose(from: installed, dataVersion: nil).version == 17)
    #expect(try PostgresPrograms.choose(from: installed, dataVersion: 15).directory == "/a")
    #expect(throws: PrivateClusterError.versionMismatch(data: 14, installed: [17, 15])) {
      try PostgresPrograms.choose(from: installed + installed, dataVersion: 14)
    }
    #expect(throws: PrivateClusterError.notInstalled) {
      try PostgresPrograms.choose(from: [], dataVersion: nil)
    }
  }

  @Test(
    arguments: [
      ("postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)\n", 15),
      ("postgres (PostgreSQL) 18beta1\n", 18), ("postgres (PostgreSQL) devel", nil), ("", nil),
    ] as [(String, Int?)])
  func parsesTheMajorVersion(_ line: String, _ expected: Int?) {
    #expect(PostgresPrograms.majorVersion(in: line) == expected)
  }

  /// Directories with programs of the versions, the first in the order of a search.
  private func dumpPrograms(_ versions: [String: Int]) throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    for (name, version) in versions {
      for program in ["pg_dump", "pg_restore", "psql"] {
        _ = unsafe mkdir(directory.path(of: name), 0o700)
        _ = try directory.write(
          "#!/bin/sh\necho '\(program) (PostgreSQL) \(version).1'\n", to: "\(name)/\(program)",
          permissions: 0o700)
      }
    }
    return directory
  }

  @Test(
    arguments: [(15, "b"), (16, "c"), (17, "c"), (18, "c"), (14, "b")] as [(Int, String)])
  func dumpsWithTheVersionOfTheServerOrTheNextOne(_ server: Int, _ expected: String) throws {
    let directory = try dumpPrograms(["a": 15, "b": 15, "c": 17])
    let found = PostgresPrograms.forDumps(
      ofServer: server, path: directory.path(of: "a"),
      patterns: [directory.path(of: "[bc]")])
    #expect(found?.directory == directory.path(of: expected))
    #expect(PostgresPrograms.forDumps(ofServer: server, path: "/no", patterns: []) == nil)
  }

  @Test(.needs(.postgreSQL)) func findsTheInstalledServer() throws {
    let found = PostgresPrograms.installed(path: "")
    let first = try #require(found.first)
    #expect(found.map(\.version) == found.map(\.version).sorted(by: >))
    #expect(PostgresPrograms.installed(path: first.directory, patterns: []) == [first])
    #expect(PostgresPrograms.installed(path: "/nowhere:relative:", patterns: ["/no*/bin"]).isEmpty)
  }
}

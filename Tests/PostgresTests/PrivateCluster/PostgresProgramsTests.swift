import TestSupport
import Testing

@testable import Postgres

struct PostgresProgramsTests {
  private let installed = [
    PostgresPrograms(directory: "/b", version: 17), PostgresPrograms(directory: "/a", version: 15),
  ]

  @Test func choosesTheVersionOfTheData() throws {
    #expect(try PostgresPrograms.choose(from: installed, dataVersion: nil).version == 17)
    #expect(try PostgresPrograms.choose(from: installed, dataVersion: 15).directory == "/a")
    #expect(throws: PrivateClusterError.versionMismatch(data: 14, installed: [17, 15])) {
      try PostgresPrograms.choose(from: installed, dataVersion: 14)
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

  @Test(.needs(.postgreSQL)) func findsTheInstalledServer() throws {
    let found = PostgresPrograms.installed(path: "")
    let first = try #require(found.first)
    #expect(found.map(\.version) == found.map(\.version).sorted(by: >))
    #expect(PostgresPrograms.installed(path: first.directory, patterns: []) == [first])
    #expect(PostgresPrograms.installed(path: "/nowhere:relative:", patterns: ["/no*/bin"]).isEmpty)
  }
}

import Foundation
import Sockets
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct DoctorTests {
  /// A report in JSON, and how the program ended.
  private struct Report: Decodable {
    struct Finding: Decodable {
      let name: String
      let severity: String
      let problem: String
      let cure: String
    }

    let version: String
    let examined: [String]
    let findings: [Finding]

    /// The names of the findings that do not depend on the machine of the test.
    var names: [String] {
      let ofMachine: Set = [
        "memory-limit-low", "data-directory-temporary", "disk-almost-full",
        "database-standbys-asynchronous",
      ]
      return findings.map(\.name).filter { !ofMachine.contains($0) }
    }
  }

  private static let environment = ["LC_ALL": "C", "LANG": "C"]

  private func doctor(_ arguments: String...) async throws -> (report: Report, run: ProgramRun) {
    let run = try await ProgramRun(
      Repository.program("chatterd"),
      ["doctor", "--json", "--connections-max", "10"] + arguments,
      environment: Self.environment)
    let report = try JSONDecoder().decode(Report.self, from: Data(run.output))
    return (report, run)
  }

  @Test func findsNothingWrongWithAServerOnANamedDatabase() async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(.shared(database))
    let (report, _) = try await doctor(
      "--data-dir", server.dataDirectory.path, "--listen", "\(server.address)", "--database",
      database.url)
    #expect(report.names == [], "\(report.findings)")
    #expect(report.examined.contains("database"))
    #expect(try await server.response(to: .get("/livez")).status == 200)
    #expect(try await server.stop() == .exited(0))
  }

  @Test func followsThePrivateClusterThroughItsLife() async throws {
    let home = try PrivateHome()
    let path = home.directory.path
    let before = try await doctor(
      "--data-dir", path, "--listen", "127.0.0.1:0", "--database", "private")
    #expect(before.report.names == [], "\(before.report.findings)")
    #expect(!FileManager.default.fileExists(atPath: path + "/postgresql"), "it creates nothing")

    let server = try await ServerProcess(.ownCluster(home))
    let address = "\(server.address)"
    let running = try await doctor("--data-dir", path, "--listen", address, "--database", "private")
    #expect(running.report.names == [], "\(running.report.findings)")
    #expect(running.report.examined.contains("database"))

    server.program.send(SIGKILL)
    _ = try await server.program.ending()
    let killed = try await doctor("--data-dir", path, "--listen", address, "--database", "private")
    #expect(killed.report.names == [], "\(killed.report.findings)")

    let again = try await ServerProcess(.ownCluster(home))
    #expect(try await again.stop() == .exited(0))
    let stopped = try await doctor("--data-dir", path, "--listen", address, "--database", "private")
    #expect(stopped.report.names == [], "\(stopped.report.findings)")
    #expect(stopped.report.examined.contains("database (its private cluster is not running)"))
  }

  @Test func namesEveryFaultOfABrokenServerAndStartsNothing() async throws {
    let database = try await TestDatabase()
    let directory = try TemporaryDirectory()
    _ = try await ProgramRun(
      Repository.program("chatterd"), ["cert", "--out", directory.path, "--name", "localhost"]
    ).checked()
    #expect(unsafe chmod(directory.path(of: "chatterd.key"), 0o644) == 0)
    #expect(unsafe chmod(directory.path, 0o777) == 0)
    let missing = database.url.replacing(database.name, with: "no_such_database")
    let (report, run) = try await onLoop { loop in
      let listener = try Listener(on: .loopback(), loop: loop)
      defer { listener.close() }
      return try await self.doctor(
        "--data-dir", directory.path, "--listen", "\(listener.address)", "--database", missing)
    }
    #expect(
      report.names == [
        "port-taken", "database-missing", "key-readable-by-others", "data-directory-mode",
      ])
    #expect(run.ending == .exited(4))
    #expect(report.findings.allSatisfy { !$0.problem.isEmpty && !$0.cure.isEmpty })
  }

  @Test func serveLogsWhatItDoesNotReportOtherwise() async throws {
    let database = try await TestDatabase()
    let directory = try TemporaryDirectory()
    _ = try await ProgramRun(
      Repository.program("chatterd"), ["cert", "--out", directory.path, "--name", "localhost"]
    ).checked()
    let key = directory.path(of: "chatterd.key")
    #expect(unsafe chmod(key, 0o644) == 0)
    let server = try await ServerProcess(
      .shared(database),
      options: ["--certificate", directory.path(of: "chatterd.crt"), "--private-key", key])
    let lines = server.program.errors.split(separator: "\n").filter {
      $0.contains("name=key-readable-by-others")
    }
    #expect(lines.count == 1 && lines[0].contains("warning fault"))
    #expect(lines.first?.contains("chmod 600 \(key)") == true)
    #expect(try await server.stop() == .exited(0))
  }
}

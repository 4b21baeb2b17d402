import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct PrivilegesTests {
  /// Returns the values of a field in the status of a process's threads (proc(5)).
  private func field(_ name: String, of process: Int32) throws -> Set<String> {
    let tasks = "/proc/\(process)/task"
    return Set(
      try FileManager.default.contentsOfDirectory(atPath: tasks).compactMap { task in
        let text = try? String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
        let line = text?.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return line.map {
          $0.split(whereSeparator: \.isWhitespace).dropFirst().joined(separator: " ")
        }
      })
  }

  /// Checks that no thread of a process has privileges.
  private func expectOrdinary(_ process: Int32) throws {
    for set in ["CapEff", "CapPrm", "CapInh", "CapAmb"] {
      #expect(try field(set, of: process) == ["0000000000000000"], "\(set)")
    }
    #expect(try field("Uid", of: process).allSatisfy { !$0.split(separator: " ").contains("0") })
    #expect(try field("Uid", of: process).count == 1)
  }

  private func expectGivenUp(_ server: ServerProcess) throws {
    try expectOrdinary(server.program.processID)
    #expect(try field("NoNewPrivs", of: server.program.processID) == ["1"])
    #expect(try field("Groups", of: server.program.processID) != ["0"])
    let limits = try String(
      contentsOfFile: "/proc/\(server.program.processID)/limits", encoding: .utf8)
    let core = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core file") })
    #expect(core.split(whereSeparator: \.isWhitespace).dropFirst(4).prefix(2) == ["0", "0"])
    if getuid() == 0 { #expect(server.program.errors.contains("dropped root privileges user=")) }
  }

  @Test func servesAndRestartsTheClusterWithoutPrivileges() async throws {
    let home = try PrivateHome()
    var server = try await ServerProcess(.ownCluster(home))
    try expectGivenUp(server)
    #expect(try await server.response(to: .text("ada")).status == 200)
    let postmaster = try #require(home.postmaster)
    try expectOrdinary(postmaster)
    kill(postmaster, SIGKILL)
    _ = try await server.program.line(containing: "exited and was restarted")
    try expectOrdinary(try #require(home.postmaster))
    try await eventually { try await server.response(to: .text("bob")).status == 200 }
    #expect(try await server.stop() == .exited(0))

    server = try await ServerProcess(.ownCluster(home))
    try expectGivenUp(server)
    let rows = try await server.withClient { try await $0.rows().map { $0[0] } }
    #expect(rows.first == "bob" && rows.last == "ada")
    #expect(try await server.stop() == .exited(0))
    let status = try await ProgramRun(
      Repository.program("chatterd"),
      ["migrate", "status", "--database", "private", "--data-dir", home.directory.path])
    #expect(try status.checked().text.contains("applied  0001-chatts.sql"))
  }

  @Test func reloadsCertificatesThatRootRenews() async throws {
    let server = try await ServerProcess()
    try expectGivenUp(server)
    let directory = server.dataDirectory
    let renew = ["cert", "--force", "--out", directory.path, "--address", "127.0.0.1"]
    _ = try await ProgramRun(Repository.program("chatterd"), renew).checked()
    server.program.send(SIGHUP)
    _ = try await server.program.line(containing: "certificate reloaded")
    #expect(try await server.response(to: .get("/livez")).status == 200)
    if getuid() == 0 {
      unsafe chown(directory.path(of: "chatterd.key"), 0, 0)
      server.program.send(SIGHUP)
      let line = try await server.program.line(containing: "permission denied")
      #expect(line.contains("make it readable for the user that the server runs as"))
      #expect(try await server.response(to: .get("/livez")).status == 200)
    }
    #expect(try await server.stop() == .exited(0))
  }

  @Test func switchesToTheOwnerOfTheDataDirectory() async throws {
    guard getuid() == 0 else { return }
    let home = try PrivateHome()
    unsafe chown(home.directory.path, 65_534, 65_534)
    let server = try await ServerProcess(.ownCluster(home))
    try expectGivenUp(server)
    #expect(server.program.errors.contains("user=nobody"))
    #expect(try field("Uid", of: try #require(home.postmaster)) == ["65534 65534 65534 65534"])
    #expect(try await server.response(to: .text("ada")).status == 200)
    #expect(try await server.stop() == .exited(0))
  }

  @Test func bindsLowPortsAndDropsTheCapability() async throws {
    guard getuid() == 0 else { return }
    let directory = try TemporaryDirectory()
    unsafe chown(directory.path, 65_534, 65_534)
    let unit = [
      "--reuid", "65534", "--regid", "65534", "--clear-groups", "--inh-caps", "+net_bind_service",
      "--ambient-caps", "+net_bind_service", Repository.program("chatterd"), "serve",
      "--database", "private", "--data-dir", directory.path, "--listen",
    ]
    // One of the low ports is free.
    for port in (600..<1000).shuffled().prefix(5) {
      let program = try await RunningProgram("setpriv", unit + ["127.0.0.1:\(port)"])
      guard (try? await program.line(containing: "addresses")) != nil else { continue }
      try expectOrdinary(program.processID)
      let file = directory.path(of: "postgresql/data/postmaster.pid")
      let line = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").first
      try expectOrdinary(try #require(line.flatMap { Int32($0) }))
      program.send(SIGTERM)
      #expect(try await program.ending(within: hangTimeout) == .exited(0))
      return
    }
    Issue.record("no low port was free")
  }
}

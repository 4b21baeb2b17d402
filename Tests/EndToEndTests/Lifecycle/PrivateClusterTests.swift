import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct PrivateClusterTests {
  @Test func listensOnNoPortAndProtectsItsDirectories() async throws {
    let home = try PrivateHome()
    let server = try await ServerProcess(.ownCluster(home))
    let postmaster = try #require(home.postmaster)
    for directory in ["postgresql", "postgresql/data", "postgresql/socket"] {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: home.directory.path(of: directory))
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
    }
    let user = try await ProgramRun("ps", ["-o", "euid=", "-p", "\(postmaster)"]).checked().text
    let owner = try #require(Int(user.trimmingCharacters(in: .whitespaces)))
    #expect(owner != 0, "PostgreSQL never runs as root")
    if getuid() != 0 { #expect(owner == Int(getuid())) }
    #expect(try await home.run("show listen_addresses") == "", "no TCP socket")
    #expect(try await server.stop() == .exited(0))
  }

  @Test func adoptsTheRunningClusterAfterACrash() async throws {
    let home = try PrivateHome()
    var server = try await ServerProcess(.ownCluster(home))
    let postmaster = try #require(home.postmaster)
    #expect(try await server.response(to: .text("ada")).status == 200)
    server.program.send(SIGKILL)
    #expect(try await server.program.ending() == .killed(signal: SIGKILL))
    #expect(home.postmaster == postmaster, "the cluster keeps running")

    server = try await ServerProcess(.ownCluster(home))
    #expect(server.program.errors.contains("took over the running private cluster"))
    #expect(home.postmaster == postmaster)
    #expect(try await server.withClient { try await $0.rows().map { $0[0] } } == ["ada"])
    #expect(try await server.stop() == .exited(0))
    #expect(home.postmaster == nil, "stopped by the server that adopted it")
  }

  @Test func rejectsASecondServerOnTheSameDirectory() async throws {
    let home = try PrivateHome()
    let server = try await ServerProcess(.ownCluster(home))
    let second = try await ProgramRun(
      Repository.program("chatterd"),
      [
        "serve", "--listen", "127.0.0.1:0", "--database", "private", "--data-dir",
        home.directory.path,
      ])
    #expect(second.ending == .exited(75))
    #expect(second.errors.contains("another chatterd uses \(home.directory.path)/postgresql"))
    #expect(try await server.response(to: .text("ada")).status == 200)
    #expect(try await server.stop() == .exited(0))
  }
}

import Foundation
import Postgres
import System
import TestSupport
import Testing

@testable import PrivateCluster

@Suite(.needs(.postgreSQL), .serialized) struct PrivateClusterTests {
  private func fileStatus(_ path: String) -> stat {
    var status = stat()
    _ = unsafe stat(path, &status)
    return status
  }

  /// Reaps a server for which nobody waits, since the cluster that started it is gone: while this
  /// process has such a child, no exit test in it ends.
  private func reap(_ process: Int32) {
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
  }

  @Test func createsTheClusterDespiteAnInterruptedStart() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "cluster")
    // A directory of root is handed over to the cluster's user, who already owns the files in it.
    _ = try await ProgramRun(
      "bash",
      [
        "-c",
        """
        mkdir -p "$1/data.new/base"; touch "$1/data.new/PG_VERSION"
        if [ "$(id -u)" = 0 ]; then
          chown -R "$(id -un postgres 2>/dev/null || echo nobody)" "$1"
        fi
        """, "bash", path,
      ]
    ).checked()
    let cluster = try await ClusterFixture.start(directory)
    #expect(!cluster.didTakeOver && cluster.process != nil)
    #expect(try await ClusterFixture.number("select 1::int8", in: cluster) == 1)
    #expect(fileStatus(path).st_mode & 0o777 == 0o700)
    #expect(fileStatus(path + "/socket").st_mode & 0o777 == 0o700)
    unsafe #expect(access(path + "/data.new", F_OK) != 0)
    let wanted: SQL = """
      select count(*) from pg_settings where (name, setting) in (('fsync', 'on'),
        ('synchronous_commit', 'on'), ('full_page_writes', 'on'), ('listen_addresses', ''),
        ('server_encoding', 'UTF8'), ('data_checksums', 'on'), ('lc_collate', 'C'))
      """
    #expect(try await ClusterFixture.number(wanted, in: cluster) == 7)
    await ClusterFixture.blocking { cluster.stop() }
    #expect(cluster.process == nil)
  }

  @Test func rejectsASecondStartAndKeepsDataAcrossAStop() async throws {
    let directory = try await ClusterFixture.directory()
    let cluster = try await ClusterFixture.start(directory)
    _ = try await ClusterFixture.number("create table kept as select 7::int8 as n", in: cluster)
    await #expect(throws: PrivateClusterError.self) {
      try await ClusterFixture.start(directory)
    }
    #expect(cluster.process != nil)
    await ClusterFixture.blocking { cluster.stop() }
    #expect(throws: PrivateClusterError.stopped) { try cluster.restartIfDead() }

    let again = try await ClusterFixture.start(directory)
    #expect(!again.didTakeOver)
    #expect(try await ClusterFixture.number("select n from kept", in: again) == 7)
    await ClusterFixture.blocking { again.stop() }
  }

  @Test func takesOverAServerWhoseChatterdWasKilled() async throws {
    let directory = try await ClusterFixture.directory()
    var cluster: PrivateCluster? = try await ClusterFixture.start(directory)
    let process = try #require(cluster?.process)
    // As after kill -9: the lock is released, and the server keeps running.
    cluster = nil
    let next = try await ClusterFixture.start(directory)
    #expect(next.didTakeOver && next.process == process)
    #expect(try await ClusterFixture.number("select 1::int8", in: next) == 1)
    kill(process, SIGKILL)
    try await eventually { next.process == nil }
    reap(process)
    #expect(try await ClusterFixture.blocking { () throws in try next.restartIfDead() })
    #expect(next.process != process)
    await ClusterFixture.blocking { next.stop() }
    #expect(Postmaster.processes(in: next.directory).isEmpty)
  }

  @Test func restartsAServerThatHasOtherSettings() async throws {
    let directory = try await ClusterFixture.directory()
    var cluster: PrivateCluster? = try await ClusterFixture.start(directory)
    let process = try #require(cluster?.process)
    cluster = nil
    var configuration = ClusterFixture.configuration(directory)
    configuration.connectionsMax = 131
    let wanted = configuration
    let next = try await ClusterFixture.blocking { () throws(PrivateClusterError) in
      try PrivateCluster.start(wanted)
    }
    #expect(!next.didTakeOver && next.process != process)
    reap(process)
    let setting: SQL = "select current_setting('max_connections')::int8"
    #expect(try await ClusterFixture.number(setting, in: next) == 131)
    await ClusterFixture.blocking { next.stop() }
  }

  @Test func ignoresAStaleProcessFile() async throws {
    let directory = try await ClusterFixture.directory()
    let data = directory.path(of: "cluster/data")
    let text =
      "\(getpid())\n\(data)\n1\n5432\n\(directory.path(of: "cluster/socket"))\n\n\nready   \n"
    try directory.write(text, to: "cluster/data/postmaster.pid", permissions: 0o600)
    let cluster = try await ClusterFixture.start(directory)
    #expect(!cluster.didTakeOver)
    #expect(try await ClusterFixture.number("select 1::int8", in: cluster) == 1)
    await ClusterFixture.blocking { cluster.stop() }
  }

  @Test func isolatesTheServerProcess() async throws {
    let directory = try await ClusterFixture.directory()
    let listener = try SilentServer()
    let cluster = try await ClusterFixture.start(directory)
    let process = try #require(cluster.process)
    #expect(getsid(process) == process)
    #expect(fileStatus("/proc/\(process)").st_uid != 0)
    let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")
    for file in files {
      // PostgreSQL may have closed one of its own meanwhile.
      guard
        let target = try? FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/\(process)/fd/\(file)")
      else { continue }
      #expect(!target.contains("/cluster/lock"))
      if target.hasPrefix("socket:") { #expect(files.count < 20) }
    }
    withExtendedLifetime(listener) {}
    await ClusterFixture.blocking { cluster.stop() }
  }

  @Test func movesTheSocketOfALongPath() async throws {
    let directory = try await ClusterFixture.directory()
    let long = directory.path(of: String(repeating: "l", count: 120))
    try FileManager.default.moveItem(atPath: directory.path(of: "cluster"), toPath: long)
    let cluster = try await ClusterFixture.blocking { () throws in
      try PrivateCluster.start(PrivateCluster.Configuration(directory: long))
    }
    #expect(cluster.directory.socket.hasPrefix("/tmp/chatterd-"))
    #expect(try await ClusterFixture.number("select 1::int8", in: cluster) == 1)
    await ClusterFixture.blocking { cluster.stop() }
    try FileManager.default.removeItem(atPath: cluster.directory.socket)
  }
}

import Foundation
import System
import TestSupport
import Testing

@testable import Postgres
@testable import PrivateCluster

/// A cluster that accepts only TLS, on a port of 127.0.0.1.
private final class TLSCluster: Sendable {
  let connectionString: String
  private let directory: TemporaryDirectory
  private let child: ChildProcess

  init() async throws {
    directory = try await ClusterFixture.directory()
    let user = try ClusterUser.current()
    let port = try SilentServer().port
    let data = directory.path(of: "cluster/data")
    try directory.write("hostssl all all 127.0.0.1/32 trust\n", to: "hba.conf")
    _ = try await ProgramRun(
      shell: """
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 \
          -subj /CN=localhost -keyout "$1/server.key" -out "$1/server.crt" 2>&1
        chmod 600 "$1/server.key"
        chown --reference="$1" "$1/server.key" "$1/server.crt"
        """, [data]
    ).checked()
    let programs = try PostgresPrograms.choose(
      from: PostgresPrograms.installed(path: ""), dataVersion: nil)
    let settings = [
      "ssl=on", "listen_addresses=127.0.0.1", "port=\(port)", "unix_socket_directories=",
      "hba_file=\(directory.path(of: "hba.conf"))", "fsync=off",
    ]
    let log = unsafe open(directory.path(of: "log"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(log) }
    child = try ClusterProgram.start(
      user.prefix + [programs.postgres, "-D", data] + settings.flatMap { ["-c", $0] },
      output: log)
    connectionString =
      "host=127.0.0.1 port=\(port) user=chatterd dbname=chatterd sslmode=require"
    let cluster = ClusterDirectory(canonicalPath: directory.path(of: "cluster"))
    try await eventually {
      guard !child.hasExited() else { throw PrivateClusterError.startFailed(log: "see the log") }
      return Postmaster.record(in: cluster)?.isReady == true
    }
  }

  deinit {
    kill(child.process, SIGQUIT)
    _ = child.waitForExit()
  }
}

@Suite(.serialized) struct ConnectionHandleTests {
  @Test(.needs(.postgreSQL)) func readsBytesThatTLSHasAlreadyDecrypted() async throws {
    let cluster = try await TLSCluster()
    try await PostgresFixture.withConnection(to: cluster.connectionString) { connection in
      #expect(connection.handle?.usesTLS == true)
      #expect(connection.place.contains(/^\w+ on [\w.]+:\d+$/))
      #expect(connection.handle?.serverAddress == "127.0.0.1" && !connection.isExposed)
      // Around the sizes of TLS records, of libpq's buffer and of its reads.
      let sizes = (1...40).map { $0 * 4093 } + [8191, 8192, 16_383, 16_384, 16_385, 5_000_000]
      for size in sizes {
        let rows = try await connection.query(
          "select repeat('x', \(Int32(size)))::text", until: PostgresFixture.soon)
        let text = try rows[0].decode(String.self, at: 0)
        #expect(text.utf8.count == size)
      }
      let bytes = [UInt8](repeating: 7, count: 5_000_000)
      let rows = try await connection.query("select \(bytes)", until: PostgresFixture.soon)
      let back = try rows[0].decode([UInt8].self, at: 0)
      #expect(back == bytes)
    }
    withExtendedLifetime(cluster) {}
  }
}

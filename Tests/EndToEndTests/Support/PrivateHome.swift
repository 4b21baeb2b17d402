import Foundation
import System
import TestSupport

/// A data directory with a private cluster, which is stopped before the directory is removed.
final class PrivateHome: Sendable {
  let directory: TemporaryDirectory
  private let hasOwnDisk: Bool

  init() throws {
    directory = try TemporaryDirectory()
    hasOwnDisk = false
  }

  /// Creates a data directory that is a separate small file system in memory (tmpfs(5)).
  init(diskBytes: Int) throws {
    directory = try TemporaryDirectory()
    let options = "size=\(diskBytes),mode=711"
    guard unsafe mount("tmpfs", directory.path, "tmpfs", 0, options) == 0 else {
      let reason = unsafe String(cString: strerror(errno))
      throw NeedError(
        description: """
          this test mounts a small file system, and the system does not let it (\(reason)): \
          run it as root, in a container with CAP_SYS_ADMIN
          """)
    }
    hasOwnDisk = true
  }

  deinit {
    endPostmaster()
    // Works even if files in it are still open; its memory is freed when the last one is closed.
    if hasOwnDisk { unsafe umount2(directory.path, Int32(MNT_DETACH)) }
  }

  private func endPostmaster() {
    guard let postmaster else { return }
    kill(postmaster, SIGQUIT)
    for _ in 0..<1000 where isPostmaster(postmaster) { SystemThread.pause(milliseconds: 5) }
  }

  /// Runs SQL in the cluster through `psql`, and returns its output.
  @discardableResult
  func run(_ sql: String) async throws -> String {
    let socket = directory.path(of: "postgresql/socket")
    let options = ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1"]
    return try await ProgramRun(
      "psql", options + ["-h", socket, "-U", "chatterd", "-d", "chatterd", "-c", sql]
    ).checked().text
  }

  private var data: String { directory.path(of: "postgresql/data") }

  /// The process ID of the cluster's postmaster, from `postmaster.pid`; nil if it is not running.
  var postmaster: pid_t? {
    guard
      let text = try? String(contentsOfFile: data + "/postmaster.pid", encoding: .utf8),
      let process = text.split(separator: "\n").first.flatMap({ pid_t($0) }), isPostmaster(process)
    else { return nil }
    return process
  }

  /// Whether a process belongs to this cluster: after a crash, its ID may have been reused.
  private func isPostmaster(_ process: pid_t) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/cwd")) == data
  }
}

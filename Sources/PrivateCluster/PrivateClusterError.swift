private import Glibc

/// The reason why the private cluster does not run.
public enum PrivateClusterError: Error, Hashable, Sendable, CustomStringConvertible {
  case inUse(directory: String)
  case notInstalled
  case versionMismatch(data: Int, installed: [Int])
  case notACluster(path: String)
  case noOrdinaryUser
  case notTraversable(path: String, user: String)
  case wrongOwner(path: String)
  case system(call: String, path: String, errno: Int32)
  /// initdb failed; the last lines of the log contain the reason.
  case initializationFailed(log: String)
  /// The server ended before it was ready; the last lines of the log contain the reason.
  case startFailed(log: String)
  case startTimedOut
  case stopped

  /// Returns the result of a system call on a file; throws its errno if it failed.
  @discardableResult
  static func check(
    _ call: String, _ path: String, _ result: Int32
  ) throws(PrivateClusterError) -> Int32 {
    guard result >= 0 else { throw .system(call: call, path: path, errno: errno) }
    return result
  }

  /// Whether a retry cannot succeed until something is changed.
  public var isPermanent: Bool {
    switch self {
    case .inUse, .system, .startFailed, .startTimedOut, .initializationFailed, .stopped: false
    case .notInstalled, .versionMismatch, .notACluster, .noOrdinaryUser, .notTraversable,
      .wrongOwner:
      true
    }
  }

  public var description: String {
    switch self {
    case .inUse(let directory):
      "another chatterd uses \(directory): stop it, or choose another data directory"
    case .notInstalled:
      "no PostgreSQL server is installed: install the package postgresql, or name a database"
    case .versionMismatch(let data, let installed):
      "the data directory was created by PostgreSQL \(data), but only "
        + installed.map(String.init).joined(separator: ", ")
        + " is installed: install postgresql-\(data), or move the data with pg_upgrade"
    case .notACluster(let path):
      "\(path) is not a PostgreSQL data directory: move it away"
    case .noOrdinaryUser:
      "PostgreSQL does not run as root, and there is no user chatterd, postgres or nobody: create one"
    case .notTraversable(let path, let user):
      "user \(user), which runs PostgreSQL, cannot search \(path): choose a data directory that it "
        + "can reach, or chmod o+x \(path)"
    case .wrongOwner(let path):
      "\(path) belongs to another user: run as that user, or choose another data directory"
    case .system(let call, let path, let errno):
      "\(call) \(path): \(unsafe String(cString: strerror(errno)))"
    case .initializationFailed(let log): "PostgreSQL's initdb failed: \(log)"
    case .startFailed(let log): "PostgreSQL did not start: \(log)"
    case .startTimedOut: "PostgreSQL was not ready in time"
    case .stopped: "the private cluster has been stopped"
    }
  }
}

import Glibc
import PrivateCluster
import System

/// The unprivileged user that a chatterd started as root becomes before it serves or starts
/// PostgreSQL.
///
/// It is the owner of the private cluster, otherwise the owner of the data directory. If both
/// belong to root or do not exist yet, it is `ClusterUser.ofRoot`. A data directory that root
/// creates stays root's: the key of the authority in it is out of the user's reach.
struct ServiceUser {
  private let user: ClusterUser

  /// Chooses the user and creates the data directory; nil if the program was not started as root.
  ///
  /// - Parameter database: The database; a private cluster and its directory are given to the user.
  init?(dataDirectory: String?, database: DatabaseChoice? = nil) throws {
    guard ProcessPrivileges.isRoot else { return nil }
    var owned = [dataDirectory].compactMap(\.self)
    if case .privateCluster(let directory) = database {
      owned.insert(Database.clusterDirectory(in: directory), at: 0)
    }
    if let owner = owned.lazy.compactMap(Self.owner).first {
      user = owner
    } else {
      user = try ClusterUser.ofRoot()
    }
    guard case .privateCluster(let directory) = database else { return }
    try DataDirectory.make(directory)
    try PrivateCluster.handOver(Database.clusterDirectory(in: directory), to: user)
  }

  /// Returns the owner of a directory; nil if it is root or the directory does not exist.
  private static func owner(of directory: String) -> ClusterUser? {
    var status = stat()
    guard unsafe stat(directory, &status) == 0, status.st_uid != 0 else { return nil }
    return ClusterUser.of(user: status.st_uid, group: status.st_gid)
  }

  /// Becomes the user, permanently.
  ///
  /// - Parameter files: The files that the program will read again, and whether it has just created
  ///   them as root.
  func become(keeping files: [String: Bool] = [:], log: Log) throws {
    for (file, isNew) in files { user.takeOver(file: file, isNew: isNew) }
    do throws(ProcessPrivileges.Failure) {
      try ProcessPrivileges.become(
        user.name, user: user.user, group: user.group, home: user.home)
    } catch {
      throw VerbError.configuration(
        "started as root, but cannot switch to user \(user.name) (\(error)): start it as that "
          + "user, or with the capabilities CAP_SETUID and CAP_SETGID")
    }
    log.write(.notice, "dropped root privileges", ["user": "\(user.name)"])
  }
}

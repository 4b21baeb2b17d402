import Glibc
import Postgres
import Program

/// The ordinary user that a chatterd started as root becomes, before it serves or starts
/// PostgreSQL.
///
/// It is the owner of the private cluster, else of the data directory; where both are root's, or
/// not there yet, it is the user `postgres`, or else `nobody`.
struct ServiceUser {
  private let user: ClusterUser

  /// Chooses the user and makes the data directory; nil where the program was not started as root.
  ///
  /// - Parameter database: a private cluster is given to the user, with its directory.
  init?(dataDirectory: String?, database: DatabaseChoice) throws {
    guard ProcessPrivileges.isRoot else { return nil }
    var owned = [dataDirectory].compactMap(\.self)
    if case .privateCluster(let directory) = database {
      owned.insert(Database.clusterDirectory(in: directory), at: 0)
    }
    if let owner = owned.lazy.compactMap(Self.owner).first {
      user = owner
    } else {
      do throws(PrivateClusterError) {
        user = try ClusterUser.ofRoot()
      } catch {
        throw VerbError.configuration("\(error)")
      }
    }
    if case .privateCluster(let directory) = database { try handOver(directory) }
  }

  private func handOver(_ directory: String) throws {
    do {
      if try DataDirectory.make(directory) {
        unsafe _ = chown(directory, user.user, user.group)
      }
      try PrivateCluster.handOver(Database.clusterDirectory(in: directory), to: user)
    } catch let error as PrivateClusterError {
      throw error.isPermanent ? VerbError.configuration("\(error)") : .temporary("\(error)")
    }
  }

  /// The owner of a directory, unless that is root or it is not there.
  private static func owner(of directory: String) -> ClusterUser? {
    var status = stat()
    guard unsafe stat(directory, &status) == 0, status.st_uid != 0 else { return nil }
    return ClusterUser.of(user: status.st_uid, group: status.st_gid)
  }

  /// Becomes the user, permanently.
  ///
  /// - Parameter files: those that the program made as root and will read again.
  func become(keeping files: [String], log: Log) throws {
    for file in files { user.takeOver(file: file) }
    do throws(ProcessPrivileges.Failure) {
      try ProcessPrivileges.become(
        user.name, user: user.user, group: user.group, home: user.home)
    } catch {
      throw VerbError.configuration(
        "started as root and cannot become the user \(user.name) (\(error)): start it as that "
          + "user, or with the capabilities CAP_SETUID and CAP_SETGID")
    }
    log.notice("gave up root", ["user": "\(user.name)"])
  }
}

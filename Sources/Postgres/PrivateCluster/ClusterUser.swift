private import Glibc

/// The user as whom PostgreSQL runs.
struct ClusterUser: Equatable, Sendable {
  let name: String
  let user: UInt32
  let group: UInt32
  /// What stands before a command line so that it runs as this user; empty when we are the user.
  let prefix: [String]

  /// Ourselves, or, since PostgreSQL refuses to be root, `postgres` or else `nobody`.
  static func current() throws(PrivateClusterError) -> ClusterUser {
    let (user, group) = (geteuid(), getegid())
    guard user == 0 else {
      return ClusterUser(name: name(of: user), user: user, group: group, prefix: [])
    }
    for name in ["postgres", "nobody"] {
      guard let found = ids(of: name), found.user != 0 else { continue }
      // setpriv(1) is of util-linux, which every Debian has; it runs the command in its own place,
      // so that our child is the command itself.
      let prefix = [
        "setpriv", "--reuid", "\(found.user)", "--regid", "\(found.group)", "--clear-groups",
        "--inh-caps=-all", "--",
      ]
      return ClusterUser(name: name, user: found.user, group: found.group, prefix: prefix)
    }
    throw .noOrdinaryUser
  }

  /// The first folder above a path that this user may not pass through.
  ///
  /// Told by the permission bits alone: access lists are not looked at.
  func firstBarrier(to path: String) -> String? {
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += "/" + part
      var status = stat()
      guard unsafe stat(folder, &status) == 0 else { continue }
      let bit: mode_t =
        if status.st_uid == user {
          S_IXUSR
        } else if status.st_gid == group {
          S_IXGRP
        } else {
          S_IXOTH
        }
      if status.st_mode & bit == 0 { return folder }
    }
    return nil
  }

  private static let recordBytesMax = 16_384

  private static func ids(of name: String) -> (user: UInt32, group: UInt32)? {
    var record = unsafe passwd()
    var buffer = [CChar](repeating: 0, count: recordBytesMax)
    var found: UnsafeMutablePointer<passwd>?
    guard unsafe getpwnam_r(name, &record, &buffer, buffer.count, &found) == 0,
      unsafe found != nil
    else { return nil }
    return unsafe (record.pw_uid, record.pw_gid)
  }

  private static func name(of user: UInt32) -> String {
    var record = unsafe passwd()
    var buffer = [CChar](repeating: 0, count: recordBytesMax)
    var found: UnsafeMutablePointer<passwd>?
    guard unsafe getpwuid_r(user, &record, &buffer, buffer.count, &found) == 0,
      unsafe found != nil, let name = unsafe record.pw_name
    else { return "\(user)" }
    return unsafe String(cString: name)
  }
}

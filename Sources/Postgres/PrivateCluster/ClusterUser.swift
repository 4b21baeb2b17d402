private import Glibc

/// The user as whom PostgreSQL runs.
public struct ClusterUser: Equatable, Sendable {
  public let name: String
  public let user: UInt32
  public let group: UInt32
  /// The home directory, `/` where the system knows none.
  public let home: String
  /// What stands before a command line so that it runs as this user; empty when we are the user.
  let prefix: [String]

  init(name: String, user: UInt32, group: UInt32, home: String = "/", prefix: [String] = []) {
    self.name = name
    self.user = user
    self.group = group
    self.home = home
    self.prefix = prefix
  }

  /// Ourselves, or, since PostgreSQL refuses to be root, `postgres` or else `nobody`.
  static func current() throws(PrivateClusterError) -> ClusterUser {
    guard geteuid() == 0 else { return of(user: geteuid(), group: getegid()) }
    let found = try ofRoot()
    // setpriv(1) is of util-linux, which every Debian has; it runs the command in its own place,
    // so that our child is the command itself.
    let prefix = [
      "setpriv", "--reuid", "\(found.user)", "--regid", "\(found.group)", "--clear-groups",
      "--inh-caps=-all", "--",
    ]
    return ClusterUser(
      name: found.name, user: found.user, group: found.group, home: found.home, prefix: prefix)
  }

  /// The ordinary user in whose place root may not be: `postgres`, or else `nobody`.
  public static func ofRoot() throws(PrivateClusterError) -> ClusterUser {
    for name in ["postgres", "nobody"] {
      let found = unsafe record { unsafe getpwnam_r(name, $0, $1, $2, $3) }
      if let found, found.user != 0 { return found }
    }
    throw .noOrdinaryUser
  }

  /// A user by number; one that the system does not know has its number for a name.
  public static func of(user: UInt32, group: UInt32) -> ClusterUser {
    let found = unsafe record { unsafe getpwuid_r(user, $0, $1, $2, $3) }
    return found ?? ClusterUser(name: "\(user)", user: user, group: group)
  }

  /// Gives the user a file that root made; a link, a FIFO and a second name of another file stay.
  public func takeOver(file path: String) {
    let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
    let descriptor = unsafe open(path, flags)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_nlink == 1, status.st_uid == 0
    else { return }
    _ = fchown(descriptor, user, group)
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

  /// What getpwnam_r(3) or getpwuid_r(3) finds.
  private static func record(
    _ find: (
      UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int,
      UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
    ) -> Int32
  ) -> ClusterUser? {
    var record = unsafe passwd()
    var buffer = [CChar](repeating: 0, count: recordBytesMax)
    var found: UnsafeMutablePointer<passwd>?
    guard unsafe find(&record, &buffer, recordBytesMax, &found) == 0, unsafe found != nil,
      let name = unsafe record.pw_name, let home = unsafe record.pw_dir
    else { return nil }
    return unsafe ClusterUser(
      name: String(cString: name), user: record.pw_uid, group: record.pw_gid,
      home: String(cString: home))
  }
}

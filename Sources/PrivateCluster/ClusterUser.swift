private import Glibc
private import System

/// The user that PostgreSQL runs as.
public struct ClusterUser: Equatable, Sendable {
  public let name: String
  public let user: UInt32
  public let group: UInt32
  /// The home directory; `/` when the system has none for the user.
  public var home = "/"
  /// The command-line prefix that runs a command as this user; empty when we are the user.
  var prefix: [String] = []

  /// Returns the current user; for root, which PostgreSQL refuses to run as, that of `ofRoot`.
  static func current() throws(PrivateClusterError) -> ClusterUser {
    guard geteuid() == 0 else { return of(user: geteuid(), group: getegid()) }
    var found = try ofRoot()
    // setpriv(1) is part of util-linux, which every Debian system has. It replaces itself with the
    // command, so that our child is the command itself.
    found.prefix = [
      "setpriv", "--reuid", "\(found.user)", "--regid", "\(found.group)", "--clear-groups",
      "--inh-caps=-all", "--",
    ]
    return found
  }

  /// Returns the ordinary user to run as instead of root: `chatterd`, or else `postgres`, which is
  /// the superuser of the machine's other clusters, or else `nobody`.
  public static func ofRoot() throws(PrivateClusterError) -> ClusterUser {
    try ofRoot(finding: named)
  }

  /// Returns a user by name; nil if the system does not know it.
  public static func named(_ name: String) -> ClusterUser? {
    unsafe record { unsafe getpwnam_r(name, $0, $1, $2, $3) }
  }

  /// Returns the first of these users that a function finds by name and that is not root.
  static func ofRoot(
    finding find: (String) -> ClusterUser?
  ) throws(PrivateClusterError) -> ClusterUser {
    for name in ["chatterd", "postgres", "nobody"] {
      if let found = find(name), found.user != 0 { return found }
    }
    throw .noOrdinaryUser
  }

  /// Returns a user by number; a user that the system does not know has its number as its name.
  public static func of(user: UInt32, group: UInt32) -> ClusterUser {
    let found = unsafe record { unsafe getpwuid_r(user, $0, $1, $2, $3) }
    return found ?? ClusterUser(name: "\(user)", user: user, group: group)
  }

  /// Makes this user the owner of a file that root created.
  ///
  /// Symbolic links, FIFOs and files with several hard links are left unchanged, and so is an older
  /// file in a directory that others than root can write to: there this user may have given its
  /// name to another file of root, such as the key of an authority.
  public func takeOver(file path: String, isNew: Bool) {
    guard isNew || Self.isOnlyForRoot(directoryOf: path), let file = TextFile.open(path) else {
      return
    }
    var status = stat()
    guard unsafe fstat(file.number, &status) == 0, status.st_uid == 0 else { return }
    _ = fchown(file.number, user, group)
  }

  private static func isOnlyForRoot(directoryOf path: String) -> Bool {
    let end = path.lastIndex(of: "/") ?? path.startIndex
    var status = stat()
    return unsafe lstat(String(path[..<end]) + "/.", &status) == 0 && status.st_uid == 0
      && status.st_mode & 0o022 == 0
  }

  /// Returns the first directory above a path that this user cannot search; nil when there is none.
  ///
  /// Only the permission bits are checked, not access control lists.
  func firstBarrier(to path: String) -> String? {
    var directory = ""
    for part in path.split(separator: "/").dropLast() {
      directory += "/" + part
      var status = stat()
      guard unsafe stat(directory, &status) == 0 else { continue }
      let bit: mode_t =
        if status.st_uid == user {
          S_IXUSR
        } else if status.st_gid == group {
          S_IXGRP
        } else {
          S_IXOTH
        }
      if status.st_mode & bit == 0 { return directory }
    }
    return nil
  }

  private static let recordBytesMax = 16_384

  /// Returns the user that getpwnam_r(3) or getpwuid_r(3) finds.
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

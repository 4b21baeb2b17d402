import EventLoop
import Glibc
import Program

/// The owner and the permissions of a file (stat(2)).
struct FileStatus: Sendable, Equatable {
  /// The permission bits, such as `0o644`.
  var mode: UInt32
  var owner: UInt32
  var isDirectory = false

  /// Follows symbolic links.
  init(of path: String) throws(Errno) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw Errno(errno) }
    mode = status.st_mode & 0o7777
    owner = status.st_uid
    isDirectory = status.st_mode & S_IFMT == S_IFDIR
  }

  init(mode: UInt32, owner: UInt32, isDirectory: Bool = false) {
    (self.mode, self.owner, self.isDirectory) = (mode, owner, isDirectory)
  }

  /// The permission bits as chmod(1) takes them.
  var modeText: String { String(mode, radix: 8) }
  var isReadableByAll: Bool { mode & S_IROTH != 0 }
  var isReadableByOthers: Bool { mode & (S_IROTH | S_IRGRP) != 0 }
  var isWritableByAll: Bool { mode & S_IWOTH != 0 }
}

/// The file system of a path (statvfs(3), proc_pid_mountinfo(5)).
struct FileSystemStatus: Sendable, Equatable {
  /// The name of the type, such as `ext4`.
  var type: String
  /// Whether it has inodes and none is free.
  var hasNoInodes = false
  var isReadOnly = false

  /// - Parameter path: An absolute path that exists.
  init?(of path: String) {
    var status = statvfs()
    guard unsafe statvfs(path, &status) == 0 else { return nil }
    hasNoInodes = status.f_files > 0 && status.f_favail == 0
    isReadOnly = status.f_flag & UInt(ST_RDONLY) != 0
    var canonicalPath = path
    if let canonical = unsafe realpath(path, nil) {
      canonicalPath = unsafe String(cString: canonical)
      unsafe free(canonical)
    }
    type = Self.type(of: canonicalPath, in: Machine.text(of: "/proc/self/mountinfo") ?? "")
  }

  init(type: String, hasNoInodes: Bool = false, isReadOnly: Bool = false) {
    (self.type, self.hasNoInodes, self.isReadOnly) = (type, hasNoInodes, isReadOnly)
  }

  /// Returns the type of the mount that contains a path, the last of those with the longest mount
  /// point: `36 35 98:0 / /mnt rw - ext4 /dev/sda rw`. Empty if there is none.
  static func type(of path: String, in mounts: String) -> String {
    var best = (point: "", type: "")
    for line in mounts.split(separator: "\n") {
      let halves = line.split(separator: " - ", maxSplits: 1)
      guard halves.count == 2, let type = halves[1].split(separator: " ").first else { continue }
      let fields = halves[0].split(separator: " ")
      guard fields.count >= 5 else { continue }
      let point = String(fields[4]).replacing("\\040", with: " ")
      let isAbove = point == "/" || path == point || path.hasPrefix(point + "/")
      if isAbove, point.utf8.count >= best.point.utf8.count { best = (point, String(type)) }
    }
    return best.type
  }

  /// Whether it is on the network.
  var isNetwork: Bool {
    ["nfs", "nfs4", "cifs", "smb3", "smbfs", "ceph", "9p", "afs"].contains(type)
      || ["fuse.sshfs", "fuse.glusterfs", "fuse.s3fs", "fuse.ceph"].contains(type)
  }

  /// Whether a reboot deletes its files.
  var isInMemory: Bool { ["tmpfs", "ramfs"].contains(type) }
}

/// What doctor reads of the machine with system calls.
enum Machine {
  /// The effective user of this process.
  static var user: UInt32 { geteuid() }

  /// Returns whether this user may write to a path (faccessat(2)).
  static func isWritable(_ path: String) -> Bool {
    unsafe faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0
  }

  /// Returns whether a locale is installed (newlocale(3)).
  static func hasLocale(_ name: String) -> Bool {
    // LC_CTYPE_MASK is a macro with a cast.
    guard let locale = unsafe newlocale(1 << LC_CTYPE, name, nil) else { return false }
    unsafe freelocale(locale)
    return true
  }

  /// Returns the highest limit that this process can give itself; nil without a limit.
  static func hardLimit(_ resource: __rlimit_resource) -> Int? {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0,
      limit.rlim_max != rlim_t.max
    else { return nil }
    return Int(clamping: limit.rlim_max)
  }

  /// The time when this program was installed, in seconds since 1970.
  static var programTime: Int64? {
    var status = stat()
    guard unsafe stat("/proc/self/exe", &status) == 0 else { return nil }
    return Int64(status.st_ctim.tv_sec)
  }

  /// Returns a system file as text; nil if it cannot be read.
  static func text(of path: String) -> String? {
    guard let bytes = try? WholeFile.read(path, bytesMax: 4 << 20) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the target of a symbolic link; nil if there is none.
  static func link(_ path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe bytes.withUnsafeMutableBytes { space in
      guard let start = space.baseAddress else { return -1 }
      return unsafe readlink(path, start.assumingMemoryBound(to: CChar.self), space.count)
    }
    return count >= 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }

  /// Returns the names in a directory; empty if it cannot be read.
  static func names(in directory: String) -> [String] {
    guard let stream = unsafe opendir(directory) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      names.append(
        unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names
  }
}

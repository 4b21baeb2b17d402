import Glibc
import System

/// The owner and the permissions of a file (stat(2)).
struct FileStatus: Sendable, Equatable {
  /// The permission bits, such as `0o644`.
  var mode: UInt32
  var owner: UInt32
  var isDirectory = false
  var isRegular = false
  /// The number of the file system.
  var device: UInt64 = 0

  /// The permission bits as chmod(1) takes them.
  var modeText: String { String(mode, radix: 8) }
  var isReadableByAll: Bool { mode & S_IROTH != 0 }
  var isReadableByOthers: Bool { mode & (S_IROTH | S_IRGRP) != 0 }
  var isWritableByAll: Bool { mode & S_IWOTH != 0 }
}

extension FileStatus {
  /// Follows symbolic links.
  init(of path: String) throws(Errno) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw Errno(errno) }
    self.init(
      mode: status.st_mode & 0o7777, owner: status.st_uid,
      isDirectory: status.st_mode & S_IFMT == S_IFDIR,
      isRegular: status.st_mode & S_IFMT == S_IFREG, device: UInt64(status.st_dev))
  }
}

/// The file system of a path (statvfs(3), proc_pid_mountinfo(5)).
struct FileSystemStatus: Sendable, Equatable {
  /// The name of the type, such as `ext4`.
  var type: String
  var isReadOnly = false

  /// Whether a reboot deletes its files.
  var isInMemory: Bool { ["tmpfs", "ramfs"].contains(type) }
}

extension FileSystemStatus {
  init?(of path: String) {
    var (file, status) = (stat(), statvfs())
    guard unsafe stat(path, &file) == 0, unsafe statvfs(path, &status) == 0 else { return nil }
    let mounts = WholeFile.systemText("/proc/self/mountinfo") ?? ""
    self.init(
      type: Self.type(ofDevice: UInt(file.st_dev), in: mounts),
      isReadOnly: status.f_flag & UInt(ST_RDONLY) != 0)
  }

  /// Returns the type of the mounts of a device: `36 35 98:0 / /mnt rw - ext4 /dev/sda rw`.
  static func type(ofDevice device: UInt, in mounts: String) -> String {
    let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
    let minor = device & 0xFF | device >> 12 & ~0xFF
    let mount = mounts.split(separator: "\n").lazy.map { $0.split(separator: " ") }
      .first { $0.count > 2 && $0[2] == "\(major):\(minor)" }
    return mount?.drop { $0 != "-" }.dropFirst().first.map(String.init) ?? ""
  }
}

/// What doctor reads of the machine with system calls.
enum Machine {
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

  /// Returns the number of an open socket, such as `/proc/PID/fd/3`; nil for any other file.
  static func socket(_ path: String) -> UInt64? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    return UInt64(status.st_ino)
  }
}

private import Glibc

/// The size and the free space of a file system (statvfs(3)).
public struct FileSystemSpace: Sendable, Hashable {
  /// Total bytes of the file system.
  public let totalBytes: Int
  /// Free bytes, excluding those reserved for root: PostgreSQL does not run as root.
  public let freeBytes: Int

  public init(totalBytes: Int, freeBytes: Int) {
    self.totalBytes = totalBytes
    self.freeBytes = freeBytes
  }

  /// Reads the sizes of the file system that holds a path; nil when the system call fails.
  public init?(of path: String) {
    var status = statvfs()
    guard unsafe statvfs(path, &status) == 0 else { return nil }
    totalBytes = Self.bytes(UInt64(status.f_blocks), UInt64(status.f_frsize))
    freeBytes = Self.bytes(UInt64(status.f_bavail), UInt64(status.f_frsize))
  }

  /// Returns the product, saturating: some network file systems report impossibly large sizes.
  static func bytes(_ blocks: UInt64, _ blockBytes: UInt64) -> Int {
    let (bytes, overflows) = blocks.multipliedReportingOverflow(by: blockBytes)
    return overflows ? .max : Int(clamping: bytes)
  }
}

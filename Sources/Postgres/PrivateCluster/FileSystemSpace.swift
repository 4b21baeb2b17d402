private import Glibc

/// The size and the free space of a file system (statvfs(3)).
public struct FileSystemSpace: Sendable, Hashable {
  /// Bytes that the file system holds.
  public let totalBytes: Int
  /// Free bytes, without those that only root may use: PostgreSQL does not run as root.
  public let freeBytes: Int

  public init(totalBytes: Int, freeBytes: Int) {
    self.totalBytes = totalBytes
    self.freeBytes = freeBytes
  }

  /// Reads them for the file system that holds a path; nil when the system call fails.
  public init?(of path: String) {
    var status = statvfs()
    guard unsafe statvfs(path, &status) == 0 else { return nil }
    totalBytes = Self.bytes(UInt64(status.f_blocks), UInt64(status.f_frsize))
    freeBytes = Self.bytes(UInt64(status.f_bavail), UInt64(status.f_frsize))
  }

  /// The product, saturating: some network file systems report more than there can be.
  static func bytes(_ blocks: UInt64, _ blockBytes: UInt64) -> Int {
    let (bytes, overflows) = blocks.multipliedReportingOverflow(by: blockBytes)
    return overflows ? .max : Int(clamping: bytes)
  }
}

private import Glibc
internal import System

/// Reads small files in one step: the cluster's version, process, options and log files.
enum TextFile {
  static let bytesMax = 65_536

  /// Returns the beginning of a file, or its last `lastBytes` bytes; nil when it cannot be read.
  static func contents(of path: String, lastBytes: Int? = nil) -> String? {
    guard let file = open(path) else { return nil }
    if let lastBytes {
      let size = lseek(file.number, 0, SEEK_END)
      lseek(file.number, max(0, size - off_t(lastBytes)), SEEK_SET)
    }
    var bytes = [UInt8](repeating: 0, count: min(lastBytes ?? bytesMax, bytesMax))
    let count = unsafe read(file.number, &bytes, bytes.count)
    guard count >= 0 else { return nil }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  /// Opens a file for reading; nil unless it is a regular file with one name.
  ///
  /// The cluster's user may write to the directories of these files and may differ from our user. A
  /// symbolic link, a FIFO or a file with several hard links is therefore not opened.
  static func open(_ path: String) -> FileDescriptor? {
    guard let file = try? WholeFile.openRegular(path, followsLinks: false) else { return nil }
    var status = stat()
    guard unsafe fstat(file.number, &status) == 0, status.st_nlink == 1 else { return nil }
    return file
  }

  static func size(of path: String) -> Int {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}

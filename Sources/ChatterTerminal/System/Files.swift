import Glibc
import Program

/// Reads, replaces, inspects and removes files.
enum Files {
  /// Reads a file, or standard input for `-`.
  static func read(_ path: String, bytesMax: Int) throws(FileError) -> [UInt8] {
    if path == "-" {
      return try WholeFile.read(descriptor: StandardStream.input.rawValue, bytesMax: bytesMax)
    }
    return try WholeFile.read(path, bytesMax: bytesMax)
  }

  /// Writes a file atomically: a temporary file in the same directory replaces it after fsync(2). A
  /// symbolic link is followed, and its target replaced.
  static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
    let path = linkedTo(path)
    let beside = "\(path).\(getpid()).new"
    let descriptor = unsafe open(
      beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw FileError(errno: errno) }
    var offset = 0
    while offset < bytes.count {
      let count = unsafe bytes[offset...].withUnsafeBytes { rest in
        unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      offset += count
    }
    let isWhole = offset == bytes.count && fsync(descriptor) == 0
    let failure = errno
    close(descriptor)
    guard isWhole, unsafe Glibc.rename(beside, path) == 0 else {
      let reason = isWhole ? errno : failure
      _ = unsafe unlink(beside)
      throw FileError(errno: reason)
    }
  }

  /// Returns the target of a symbolic link, which need not exist; any other path unchanged.
  private static func linkedTo(_ path: String) -> String {
    var path = path
    // The kernel's maximum number of links (path_resolution(7)).
    for _ in 0..<40 {
      guard let link = target(ofLink: path) else { return path }
      let directory = path.lastIndex(of: "/").map { path[...$0] } ?? ""
      path = link.hasPrefix("/") ? link : directory + link
    }
    return path
  }

  /// Returns the text of a symbolic link (readlink(2)); nil for any other path.
  static func target(ofLink path: String) -> String? {
    var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe target.withUnsafeMutableBytes { space in
      unsafe readlink(path, space.baseAddress!.assumingMemoryBound(to: CChar.self), space.count)
    }
    guard count > 0, count < target.count else { return nil }
    return String(decoding: target[..<count], as: UTF8.self)
  }

  /// Renames a file, and replaces an existing file of the new name.
  static func rename(_ path: String, to other: String) throws(FileError) {
    guard unsafe Glibc.rename(path, other) == 0 else { throw FileError(errno: errno) }
  }

  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  static func remove(_ path: String) { _ = unsafe unlink(path) }

  static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether a path names a regular file of this user; false for a symbolic link.
  static func isOwn(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_uid == geteuid()
  }

  /// Returns the size of a file; nil if it does not exist.
  static func byteCount(_ path: String) -> Int? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_size) : nil
  }
}

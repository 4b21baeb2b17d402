import Glibc
import System

enum Files {
  /// Writes a file atomically: a temporary file in the same directory replaces it after fsync(2). A
  /// symbolic link is followed, and its target replaced.
  static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
    let file = try NewFile(linkedTo(path))
    try file.write(bytes)
    try file.finish()
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

  /// Waits until no other program has locked a directory, and locks it meanwhile (flock(2)). On a
  /// file system without locks it goes ahead.
  static func whileLocked(_ directory: String, _ body: () -> Void) {
    let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    while descriptor >= 0, flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    body()
    if descriptor >= 0 { close(descriptor) }
  }

  static func rename(_ path: String, to other: String) throws(FileError) {
    guard unsafe Glibc.rename(path, other) == 0 else { throw FileError(errno: errno) }
  }

  /// Opens a file for writing, with more flags of open(2); a new one is for this user only.
  static func checkWritable(_ path: String, _ flags: Int32) throws(FileError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | flags, 0o600)
    guard descriptor >= 0 else { throw FileError(errno: errno) }
    close(descriptor)
  }

  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  static func remove(_ path: String) { _ = unsafe unlink(path) }

  static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Returns the size of a file; nil if it does not exist.
  static func byteCount(_ path: String) -> Int? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_size) : nil
  }
}

/// What distinguishes a file from the one that replaced it.
struct FileStamp: Equatable {
  private let number: UInt64
  private let (seconds, nanoseconds): (Int, Int)

  /// Nil without a file.
  init?(_ path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    number = UInt64(status.st_ino)
    (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }
}

enum ClipLimit {
  /// Of a posted clip: the decoded size of the server's default maximum body.
  static let postedBytesMax = 24 * 1024 * 1024
  /// Of a recording, which must fit into a post with its last segment of half a second.
  static let recordedBytesMax = postedBytesMax - (1 << 20)
  /// Of a clip to play.
  static let playedBytesMax = 256 * 1024 * 1024
}

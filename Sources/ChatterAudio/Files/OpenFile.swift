import Glibc

final class OpenFile: Sendable {
  /// The maximum size of a clip that is read: more than a day of recording.
  static let clipBytesMax = 256 << 20

  let path: String
  private let descriptor: Int32

  /// Opens a file with the flags of open(2), and the mode of a file that is created.
  init(_ path: String, _ flags: Int32, mode: mode_t = 0o644) throws(AudioError) {
    self.path = path
    descriptor = unsafe open(path, flags | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw Self.failure(path) }
  }

  deinit { close(descriptor) }

  /// Reads the file of a clip, on another thread than the caller's.
  @concurrent
  static func readClip(_ path: String) async throws(AudioError) -> [UInt8] {
    try OpenFile(path, O_RDONLY | O_NONBLOCK).readClip()
  }

  static func write(_ bytes: [UInt8], to path: String) throws(AudioError) {
    let file = try OpenFile(path, O_WRONLY | O_CREAT | O_TRUNC)
    guard file.write(bytes, at: 0) else { throw file.failure }
  }

  static func isReadable(_ path: String) -> Bool {
    unsafe access(path, R_OK) == 0
  }

  /// Returns the error of the call that has just failed (`errno`), with the path.
  static func failure(_ path: String) -> AudioError {
    let reason = unsafe String(cString: strerror(errno))
    return .file("\(path): \(reason)")
  }

  /// The error of the call that has just failed (`errno`).
  var failure: AudioError { Self.failure(path) }

  /// Returns the canonical path, with all links resolved; fails if the path does not exist.
  static func realPath(_ path: String) throws(AudioError) -> String {
    guard let real = unsafe realpath(path, nil) else { throw failure(path) }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Fails unless it is a regular file: not a device, pipe or directory.
  func requireRegular() throws(AudioError) {
    guard status.st_mode & S_IFMT == S_IFREG else { throw .file("\(path) is not a regular file") }
  }

  func copyOwnerAndMode(from other: OpenFile) -> Bool {
    let (mine, theirs) = (status, other.status)
    if mine.st_uid != theirs.st_uid || mine.st_gid != theirs.st_gid {
      _ = fchown(descriptor, theirs.st_uid, theirs.st_gid)
    }
    return fchmod(descriptor, theirs.st_mode & 0o7777) == 0
  }

  private var status: stat {
    var status = stat()
    _ = unsafe fstat(descriptor, &status)
    return status
  }

  var byteCount: Int64 { Int64(max(0, lseek(descriptor, 0, SEEK_END))) }

  func readClip() throws(AudioError) -> [UInt8] {
    try requireRegular()
    let count = byteCount
    guard count <= Self.clipBytesMax else {
      throw .file(
        "\(path) is larger than \(Self.clipBytesMax >> 20) MiB: this is not a voice message")
    }
    let bytes = read(Int(count), at: 0)
    guard bytes.count == count else { throw failure }
    return bytes
  }

  /// Reads up to `count` bytes at an offset; fewer at the end of the file.
  func read(_ count: Int, at offset: Int64) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
      filled = max(0, unsafe pread(descriptor, bytes.baseAddress, count, off_t(offset)))
    }
  }

  func write(_ bytes: [UInt8], at offset: Int64) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe pwrite(
          descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written,
          off_t(offset) + off_t(written))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      written += count
    }
    return true
  }

  func truncate(to byteCount: Int64) -> Bool { ftruncate(descriptor, off_t(byteCount)) == 0 }

  func synchronize() -> Bool { fsync(descriptor) == 0 }
}

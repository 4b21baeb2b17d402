private import Glibc

/// Reads whole files up to a maximum size, and directories.
public enum WholeFile {
  /// Reads the file at a path.
  public static func read(_ path: String, bytesMax: Int) throws(FileError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw FileError(errno: errno) }
    defer { close(descriptor) }
    return try read(descriptor: descriptor, bytesMax: bytesMax)
  }

  /// Opens a regular file, in a directory if the path is relative. A pipe without a writer does not
  /// block it, and a symbolic link, which others may have made, is followed only on request.
  public static func openRegular(
    _ path: String, in directory: Int32? = nil, followsLinks: Bool
  ) throws(FileError) -> FileDescriptor {
    let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW)
    let number = unsafe openat(directory ?? AT_FDCWD, path, flags)
    guard number >= 0 else { throw FileError(errno: errno) }
    let file = FileDescriptor(owning: number)
    var status = stat()
    guard unsafe fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .notRegular
    }
    return file
  }

  /// Returns a file of the system as text; nil if it cannot be read.
  public static func systemText(_ path: String) -> String? {
    (try? read(path, bytesMax: 4 << 20)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether a path names a regular file of this user; false for a symbolic link.
  public static func isOwn(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_uid == geteuid()
  }

  /// Returns the names in a directory.
  public static func names(in directory: String) throws(FileError) -> [String] {
    guard let stream = unsafe opendir(directory) else { throw FileError(errno: errno) }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      names.append(
        unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names.filter { ![".", ".."].contains($0) }
  }

  /// Reads the rest of a descriptor, which stays open.
  public static func read(descriptor: Int32, bytesMax: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= bytesMax {
      let next = try readNext(descriptor, bytesMax: 64 * 1024)
      if next.isEmpty { return bytes }
      bytes += next
    }
    throw .tooLong(bytesMax: bytesMax)
  }

  /// Reads what a descriptor has next, and waits for the first byte; empty at the end.
  public static func readNext(
    _ descriptor: Int32, bytesMax: Int
  ) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: bytesMax)
    while true {
      let count = unsafe bytes.withUnsafeMutableBytes { space in
        unsafe Glibc.read(descriptor, space.baseAddress, space.count)
      }
      if count >= 0 { return Array(bytes[..<count]) }
      guard errno == EINTR else { throw FileError(errno: errno) }
    }
  }
}

import Glibc
import Program

/// Reads and writes whole files.
enum Files {
  /// The most bytes of a clip that is posted: what the server takes of a body by default, decoded.
  static let clipBytesMax = 24 * 1024 * 1024
  /// A recording of so many bytes is ended, so that it can be posted: what is recorded last comes in
  /// pieces of half a second.
  static let recordingBytesMax = clipBytesMax - (1 << 20)
  /// The most bytes of a clip that is played.
  static let playableBytesMax = 256 * 1024 * 1024
  /// The most bytes of what is remembered.
  static let settingsBytesMax = 64 * 1024

  /// The most bytes of a file of authorities.
  static let certificatesBytesMax = 4 * 1024 * 1024

  /// Reads a file, or standard input for `-`.
  static func read(_ path: String, bytesMax: Int) throws(FileError) -> [UInt8] {
    if path == "-" {
      return try WholeFile.read(descriptor: StandardStream.input.rawValue, bytesMax: bytesMax)
    }
    return try WholeFile.read(path, bytesMax: bytesMax)
  }

  /// Writes a file that is whole or as it was: a new one beside it takes its name when it is on
  /// disk. A link stays one: what it leads to is replaced.
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

  /// Where a symbolic link leads to, also one whose end is not there; any other path as it is.
  private static func linkedTo(_ path: String) -> String {
    var path = path
    // As many as the kernel follows (path_resolution(7)).
    for _ in 0..<40 {
      var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
      let count = unsafe target.withUnsafeMutableBytes { space in
        unsafe readlink(
          path, space.baseAddress!.assumingMemoryBound(to: CChar.self), space.count)
      }
      guard count > 0, count < target.count else { return path }
      let link = String(decoding: target[..<count], as: UTF8.self)
      let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
      path = link.hasPrefix("/") ? link : folder + link
    }
    return path
  }

  /// Gives a file another name, whose file goes.
  static func rename(_ path: String, to other: String) throws(FileError) {
    guard unsafe Glibc.rename(path, other) == 0 else { throw FileError(errno: errno) }
  }

  /// Makes a folder and those above it, for this user alone.
  static func makeFolder(_ path: String) throws(FileError) {
    var upper = ""
    for name in path.split(separator: "/") {
      upper += "/" + name
      guard unsafe mkdir(upper, 0o700) != 0, errno != EEXIST else { continue }
      // A folder that is there may not be writable, and need not be.
      if isFolder(upper) { continue }
      throw FileError(errno: errno)
    }
    guard isFolder(path) else { throw .failed(errno: ENOTDIR) }
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  static func remove(_ path: String) { _ = unsafe unlink(path) }

  /// Makes an empty file for this user alone; fails where there is anything of this name.
  static func create(_ path: String) throws(FileError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(errno: errno) }
    close(descriptor)
  }

  /// Fails where a file that is there cannot be written. It is opened for that: access(2) tells the
  /// superuser yes for all files, also on a medium that takes nothing.
  static func requireWritable(_ path: String) throws(FileError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileError(errno: errno) }
    close(descriptor)
  }

  static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Nil where there is no file.
  static func byteCount(_ path: String) -> Int? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Makes a folder of a name that is not taken, which this user alone can look into: in that of the
  /// session (`XDG_RUNTIME_DIR`), else where temporary files are.
  static func makeTemporaryFolder(
    _ surroundings: Surroundings = .ofProcess()
  ) throws(FileError) -> String {
    let homes = [surroundings.variable("XDG_RUNTIME_DIR"), surroundings.variable("TMPDIR")]
    var failure = FileError.notFound
    for home in homes.compactMap(\.self) + ["/tmp"] where home.hasPrefix("/") {
      var template = Array("\(home)/chatter-XXXXXX".utf8CString)
      let made = unsafe template.withUnsafeMutableBufferPointer { text in
        unsafe mkdtemp(text.baseAddress!) != nil
      }
      if made {
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
      failure = FileError(errno: errno)
    }
    throw failure
  }

  /// Takes a folder away; false where something is in it.
  static func removeFolder(_ path: String) -> Bool { unsafe rmdir(path) == 0 || errno == ENOENT }
}

private import Glibc

/// Operations on the files of clips.
enum ClipFile {
  /// The maximum size of a file that is read: more than a day of recording.
  static let bytesMax = 256 << 20

  /// Reads a file, on another thread than the caller's.
  @concurrent
  static func read(_ path: String) async throws(AudioError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("read", path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        throw failure("read", path)
      }
      bytes.append(contentsOf: chunk[..<count])
      guard bytes.count <= bytesMax else {
        throw .file("\(path) is larger than \(bytesMax >> 20) MiB: this is not a voice message")
      }
    }
  }

  /// Writes a file or overwrites it; only its owner may read it.
  static func write(_ bytes: [UInt8], to path: String) throws(AudioError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("write", path) }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw failure("write", path)
      }
    }
  }

  /// Creates an empty file that only its owner may access; fails if the path exists.
  static func create(_ path: String) throws(AudioError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw failure("create", path) }
    close(descriptor)
  }

  /// Deletes a file if it exists.
  static func remove(_ path: String) {
    _ = unsafe unlink(path)
  }

  /// Renames a file within its file system.
  static func move(_ path: String, to other: String) throws(AudioError) {
    guard unsafe rename(path, other) == 0 else { throw failure("rename", path) }
  }

  /// Returns the names in a directory, in no particular order; empty if it cannot be read.
  static func names(in directory: String) -> [String] {
    guard let stream = unsafe opendir(directory) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) {
          names.append(unsafe String(cString: $0))
        }
      }
    }
    return names
  }

  /// Returns whether a path names a regular file owned by this user.
  static func isOwn(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_uid == geteuid()
  }

  /// The id of this process.
  static var ownProcess: Int32 { getpid() }

  /// Returns whether a process exists; the corresponding C function is `kill`.
  static func isRunning(_ process: Int32) -> Bool { kill(process, 0) == 0 || errno == EPERM }

  /// The directory for temporary files: the user's own, if there is one, otherwise `/tmp`.
  static var temporaryDirectory: String {
    for name in ["XDG_RUNTIME_DIR", "TMPDIR"] {
      guard let value = unsafe getenv(name) else { continue }
      let directory = unsafe String(cString: value)
      if directory.hasPrefix("/"), unsafe access(directory, W_OK | X_OK) == 0 { return directory }
    }
    return "/tmp"
  }

  private static func failure(_ verb: String, _ path: String) -> AudioError {
    let reason = unsafe String(cString: strerror(errno))
    return .file("cannot \(verb) \(path): \(reason)")
  }
}

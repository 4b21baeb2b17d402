import EventLoop
import Glibc

/// A PEM file that is read up to a size limit and written atomically.
struct CertificateFile {
  /// Far more than a chain of 16 certificates needs.
  static let bytesMax = 1 << 20

  let path: String

  /// Reads the whole file.
  func read() throws(CertificateError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Self.bytesMax + 1)
    defer { Self.wipe(&bytes) }
    var filled = 0
    do throws(Errno) {
      // O_NONBLOCK: opening a FIFO by mistake must not wait for a writer.
      let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
      let file = FileDescriptor(owning: try systemCall { unsafe open(path, flags) })
      let number = file.number
      while filled < bytes.count {
        let count = try systemCall {
          unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe Glibc.read(
              number, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
          }
        }
        if count == 0 { break }
        filled += count
      }
    } catch {
      if error.number == ENOENT || error.number == ENOTDIR { throw .fileMissing(path: path) }
      throw .fileNotReadable(path: path, errno: error)
    }
    if filled > Self.bytesMax { throw .fileTooLarge(path: path) }
    return Array(bytes.prefix(filled))
  }

  /// Overwrites bytes that may contain a secret, with `explicit_bzero`.
  static func wipe(_ bytes: inout [UInt8]) {
    unsafe bytes.withUnsafeMutableBytes { buffer in
      if let start = buffer.baseAddress { unsafe explicit_bzero(start, buffer.count) }
    }
  }

  /// Writes the bytes to a new file in the same directory, which is renamed to this one once
  /// everything has succeeded.
  ///
  /// The file has its mode from its creation, so that a key is never readable by others.
  func writeBeside(_ bytes: [UInt8], mode: mode_t) throws(CertificateError) -> PreparedFile {
    let temporary = hiddenPath(suffix: "new")
    let descriptor = unsafe open(
      temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
    guard descriptor >= 0 else {
      throw CertificateError.directoryNotWritable(path: directory.path, errno: Errno(errno))
    }
    let prepared = PreparedFile(temporary: temporary, destination: self)
    defer { _ = close(descriptor) }
    giveToFormerOwner(descriptor)
    do throws(Errno) {
      // The umask may have removed bits from the mode of open(2).
      _ = try systemCall { fchmod(descriptor, mode) }
      var rest = bytes[...]
      while !rest.isEmpty {
        let written = try systemCall {
          unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        }
        rest = rest.dropFirst(written)
      }
      _ = try systemCall { fsync(descriptor) }
    } catch {
      prepared.discard()
      throw CertificateError.fileNotWritable(path: path, errno: error)
    }
    return prepared
  }

  /// Gives a file that root replaces to the owner of the old file, since a server that runs as that
  /// user will read it.
  private func giveToFormerOwner(_ descriptor: Int32) {
    var former = stat()
    guard geteuid() == 0, unsafe lstat(path, &former) == 0, former.st_mode & S_IFMT == S_IFREG
    else { return }
    _ = fchown(descriptor, former.st_uid, former.st_gid)
  }

  /// Returns a new hidden path in the same directory.
  func hiddenPath(suffix: String) -> String {
    let random = UInt64.random(in: 1...UInt64.max)
    return "\(directory.path)/.\(name).\(String(random, radix: 36)).\(suffix)"
  }

  var directory: CertificateDirectory { CertificateDirectory(of: path) }

  private var name: String {
    guard let slash = path.lastIndex(of: "/") else { return path }
    return String(path[path.index(after: slash)...])
  }

  /// Whether the name is already in use, even by a dangling link.
  var exists: Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }
}

/// A directory that certificates are written to.
struct CertificateDirectory: Hashable {
  private static let mode: mode_t = 0o755

  let path: String

  /// The directory of a path; `.` for a name without a slash.
  init(of path: String) {
    let parent = path.lastIndex(of: "/").map { path[..<$0] }
    self.path = parent.map { $0.isEmpty ? "/" : String($0) } ?? "."
  }

  /// Creates the directory and its missing parents with mode 0755, subject to the umask.
  func make() throws(CertificateError) {
    var status = stat()
    if unsafe stat(path, &status) == 0 { return }
    let above = CertificateDirectory(of: path)
    if above != self, above.path != "." { try above.make() }
    guard unsafe mkdir(path, Self.mode) == 0 || errno == EEXIST else {
      throw CertificateError.directoryNotWritable(path: path, errno: Errno(errno))
    }
  }

  /// Makes new names in the directory survive a power failure. If that fails, the names still
  /// exist.
  func synchronize() {
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    _ = close(descriptor)
  }
}

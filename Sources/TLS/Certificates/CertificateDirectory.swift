import EventLoop
import Glibc

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

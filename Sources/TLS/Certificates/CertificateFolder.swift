import Glibc
import Sockets

/// A folder that certificates are written to.
struct CertificateFolder: Hashable {
  private static let mode: mode_t = 0o755

  let path: String

  /// The folder that a path lies in: `.` for a bare name.
  init(of path: String) {
    let parent = path.lastIndex(of: "/").map { path[..<$0] }
    self.path = parent.map { $0.isEmpty ? "/" : String($0) } ?? "."
  }

  /// Makes it and those above it that are missing, with mode 0755 as far as the umask allows.
  func make() throws(CertificateError) {
    var status = stat()
    if unsafe stat(path, &status) == 0 { return }
    let above = CertificateFolder(of: path)
    if above != self, above.path != "." { try above.make() }
    guard unsafe mkdir(path, Self.mode) == 0 || errno == EEXIST else {
      throw CertificateError.directoryNotWritable(path: path, errno: Errno(errno))
    }
  }

  /// Lets new names in it survive a loss of power; where that cannot be had, they are still there.
  func synchronize() {
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    _ = close(descriptor)
  }
}

import Glibc
import Sockets

/// A file that is complete under a passing name and waits to get its own.
struct PreparedFile {
  let temporary: String
  let destination: String

  /// Gives it its name: one moment it is not there, the next it is whole.
  func commit(overwriting: Bool) throws(CertificateError) {
    if overwriting {
      guard unsafe rename(temporary, destination) == 0 else { throw failure(errno) }
      return
    }
    // link(2) fails where rename(2) would replace what another process has just made.
    guard unsafe link(temporary, destination) == 0 else {
      throw errno == EEXIST ? .fileExists(path: destination) : failure(errno)
    }
    unsafe _ = unlink(temporary)
  }

  private func failure(_ code: Int32) -> CertificateError {
    .fileNotWritable(path: destination, errno: Errno(code))
  }

  /// Removes it under its passing name; nothing happens after a commit.
  func discard() { unsafe _ = unlink(temporary) }

  /// Removes what was committed, where nothing was overwritten.
  func withdraw() { unsafe _ = unlink(destination) }
}

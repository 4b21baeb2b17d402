import EventLoop
import Glibc

/// A complete file with a temporary name, ready to be moved to its destination.
struct PreparedFile {
  let temporary: String
  let destination: String

  /// Moves the file to its destination atomically.
  func commit(overwriting: Bool) throws(CertificateError) {
    if overwriting {
      guard unsafe rename(temporary, destination) == 0 else { throw failure(errno) }
      return
    }
    // link(2) fails where rename(2) would replace a file that another process has just created.
    guard unsafe link(temporary, destination) == 0 else {
      throw errno == EEXIST ? .fileExists(path: destination) : failure(errno)
    }
    unsafe _ = unlink(temporary)
  }

  private func failure(_ code: Int32) -> CertificateError {
    .fileNotWritable(path: destination, errno: Errno(code))
  }

  /// Removes the temporary file. Has no effect after a commit.
  func discard() { unsafe _ = unlink(temporary) }

  /// Removes the committed file. Only for a commit that did not overwrite a file.
  func withdraw() { unsafe _ = unlink(destination) }
}

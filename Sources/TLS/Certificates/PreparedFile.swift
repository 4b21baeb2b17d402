import EventLoop
import Glibc

/// A complete file with a temporary name, ready to be moved to its destination.
struct PreparedFile {
  let temporary: String
  let destination: CertificateFile

  /// Moves the file to its destination atomically.
  func commit(overwriting: Bool) throws(CertificateError) -> CommittedFile {
    guard overwriting else {
      // link(2) fails where rename(2) would replace a file that another process has just created.
      guard unsafe link(temporary, destination.path) == 0 else {
        throw errno == EEXIST ? .fileExists(path: destination.path) : failure(errno)
      }
      unsafe _ = unlink(temporary)
      return CommittedFile(path: destination.path, former: .none)
    }
    let committed = CommittedFile(path: destination.path, former: keepFormer())
    guard unsafe rename(temporary, destination.path) == 0 else {
      let code = errno
      committed.finish()
      throw failure(code)
    }
    return committed
  }

  private func keepFormer() -> CommittedFile.Former {
    let path = destination.hiddenPath(suffix: "old")
    if unsafe link(destination.path, path) == 0 { return .kept(path: path) }
    return errno == ENOENT ? .none : .lost
  }

  private func failure(_ code: Int32) -> CertificateError {
    .fileNotWritable(path: destination.path, errno: Errno(code))
  }

  /// Removes the temporary file. Has no effect after a commit.
  func discard() { unsafe _ = unlink(temporary) }
}

/// A file at its destination.
struct CommittedFile {
  /// What was at the destination before.
  enum Former {
    /// No file.
    case none
    /// A file that now has this hidden path.
    case kept(path: String)
    /// A file that cannot be restored, since the file system has no hard links.
    case lost
  }

  let path: String
  let former: Former

  /// Restores what was at the destination before.
  func undo() {
    switch former {
    case .none: unsafe _ = unlink(path)
    case .kept(let kept): unsafe _ = rename(kept, path)
    case .lost: break
    }
  }

  /// Removes the file that it replaced.
  func finish() { if case .kept(let kept) = former { unsafe _ = unlink(kept) } }
}

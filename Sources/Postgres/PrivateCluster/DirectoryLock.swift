internal import EventLoop
private import Glibc

/// The exclusive right to run the cluster of one directory, held by the kernel while we run.
///
/// An flock(2) lock belongs to the open file, so kill -9 releases it too. Of the programs that we
/// start, only those that create the cluster inherit it: while one of them outlives us, no other
/// process can start.
struct DirectoryLock: ~Copyable, Sendable {
  let file: FileDescriptor

  init(_ directory: ClusterDirectory) throws(PrivateClusterError) {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    let file = FileDescriptor(
      owning: try PrivateClusterError.check(
        "open", directory.lock, unsafe open(directory.lock, flags, 0o600)))
    guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else {
      throw errno == EWOULDBLOCK
        ? .inUse(directory: directory.path)
        : .system(call: "flock", path: directory.lock, errno: errno)
    }
    self.file = file
  }

  deinit {
    // Closing alone releases the lock only when no copy of the descriptor is open: a program that
    // another thread starts has a copy between its fork and its exec.
    flock(file.number, LOCK_UN)
  }
}

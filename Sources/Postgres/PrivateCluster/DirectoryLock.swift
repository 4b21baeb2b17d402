private import Glibc

/// The right to run the cluster of one directory, held by the kernel for as long as we live.
///
/// flock(2) goes with the open file, so that kill -9 frees it too. Of the programs that we start, only
/// those inherit it that make the cluster: while one of them outlives us, nobody else may begin.
struct DirectoryLock: ~Copyable, Sendable {
  let descriptor: Int32

  init(_ directory: ClusterDirectory) throws(PrivateClusterError) {
    descriptor = unsafe open(directory.lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw .system(call: "open", path: directory.lock, errno: errno)
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let number = errno
      close(descriptor)
      throw number == EWOULDBLOCK
        ? .inUse(directory: directory.path)
        : .system(call: "flock", path: directory.lock, errno: number)
    }
  }

  deinit {
    // Closing alone frees it only when no copy is open: a program that another thread starts has
    // one between its fork and its exec.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}

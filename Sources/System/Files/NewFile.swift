private import Glibc

/// A file that gets its name once it is complete and on disk, so that nobody sees a part of it.
///
/// Until then it has no name, so that nothing is left of it if this process is killed; on file
/// systems without such files (NFS, FUSE) it has a temporary name beside its own. A symbolic link
/// with the name of the file is replaced, not followed.
public final class NewFile: Sendable {
  private let path: String
  private let temporaryPath: String
  private let descriptor: Int32
  private let state: Lock<(steady: SteadyWriting, hasTemporaryName: Bool)>

  /// Creates an empty file.
  ///
  /// - Parameters:
  ///   - path: The name that it gets in `finish`.
  ///   - mode: Its mode from the beginning, whatever the umask, so that a secret is never readable
  ///     by others.
  ///   - isNamed: Whether it has its temporary name in any case.
  public init(_ path: String, mode: UInt32 = 0o600, isNamed: Bool = false) throws(FileError) {
    self.path = path
    temporaryPath = "\(path).\(String(UInt64.random(in: 1...UInt64.max), radix: 36)).partial"
    let flags = O_WRONLY | FileDescriptor.unnamedFlag | O_CLOEXEC
    var descriptor = isNamed ? -1 : unsafe open(Self.directory(of: path), flags, mode)
    let hasTemporaryName =
      isNamed || descriptor < 0 && [EOPNOTSUPP, EISDIR, EINVAL].contains(errno)
    if hasTemporaryName {
      descriptor = unsafe open(
        temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    }
    self.descriptor = descriptor
    state = Lock((SteadyWriting(descriptor), hasTemporaryName))
    guard descriptor >= 0, fchmod(descriptor, mode) == 0 else { throw FileError(errno: errno) }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    if state.withLock(\.hasTemporaryName) { _ = unsafe unlink(temporaryPath) }
  }

  private static func directory(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
  }

  /// Gives the file to the owner of the regular file that it replaces, if this process is root: a
  /// server that runs as that user will read it.
  public func keepOwner() {
    var former = stat()
    guard geteuid() == 0, unsafe lstat(path, &former) == 0, former.st_mode & S_IFMT == S_IFREG
    else { return }
    _ = fchown(descriptor, former.st_uid, former.st_gid)
  }

  /// Writes all bytes.
  public func write(_ bytes: [UInt8]) throws(FileError) {
    if let failure = StandardStream.failure(writing: bytes, to: descriptor) { throw failure }
    state.withLock { $0.steady.add(bytes.count) }
  }

  /// Waits until the file is on disk.
  public func synchronize() throws(FileError) {
    guard fsync(descriptor) == 0 else { throw FileError(errno: errno) }
  }

  /// Waits until the file is on disk, and gives it its name.
  ///
  /// - Parameter overwriting: Whether it replaces another file; otherwise the error is `exists`.
  public func finish(overwriting: Bool = true) throws(FileError) {
    try synchronize()
    // link(2) fails where rename(2) would replace what another process has just created.
    if !state.withLock(\.hasTemporaryName) {
      try link("/proc/self/fd/\(descriptor)", to: overwriting ? temporaryPath : path)
      state.withLock { $0.hasTemporaryName = overwriting }
    } else if !overwriting {
      try link(temporaryPath, to: path)
    }
    if overwriting {
      guard unsafe rename(temporaryPath, path) == 0 else { throw FileError(errno: errno) }
      state.withLock { $0.hasTemporaryName = false }
    }
    // Otherwise a power failure may take the name. It exists even if this fails.
    let parent = unsafe open(Self.directory(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard parent >= 0 else { return }
    _ = fsync(parent)
    close(parent)
  }

  private func link(_ name: String, to other: String) throws(FileError) {
    guard unsafe linkat(AT_FDCWD, name, AT_FDCWD, other, AT_SYMLINK_FOLLOW) == 0 else {
      throw FileError(errno: errno)
    }
  }
}

private import Glibc

/// A file that gets its name once it is complete and on disk, so that nobody sees a part of it.
///
/// Until then it has a temporary name beside it, and is removed if it is not finished. A symbolic
/// link with the name of the file is replaced, not followed.
public final class NewFile {
  private let path: String
  private let temporaryPath: String
  private let descriptor: Int32
  private var steady: SteadyWriting
  private var isFinished = false

  /// Creates an empty file.
  ///
  /// - Parameters:
  ///   - path: The name that it gets in `finish`.
  ///   - mode: Its mode from the beginning, whatever the umask, so that a secret is never readable
  ///     by others.
  public init(_ path: String, mode: UInt32 = 0o600) throws(FileError) {
    self.path = path
    temporaryPath = "\(path).\(String(UInt64.random(in: 1...UInt64.max), radix: 36)).partial"
    descriptor = unsafe open(
      temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    steady = SteadyWriting(descriptor)
    guard descriptor >= 0, fchmod(descriptor, mode) == 0 else { throw FileError(errno: errno) }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    if !isFinished { _ = unsafe unlink(temporaryPath) }
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
    steady.add(bytes.count)
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
    let isNamed =
      overwriting
      ? unsafe rename(temporaryPath, path) == 0 : unsafe link(temporaryPath, path) == 0
    guard isNamed else { throw FileError(errno: errno) }
    isFinished = overwriting
    // Otherwise a power failure may take the name. It exists even if this fails.
    let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let parent = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard parent >= 0 else { return }
    _ = fsync(parent)
    close(parent)
  }
}

import Glibc
import Program

/// A file that is written from beginning to end, or standard output for `-`.
final class OutputFile {
  private let path: String
  private let descriptor: Int32
  /// The name of the file until it is complete.
  private let temporaryPath: String?
  private var isFinished = false
  private lazy var steady = SteadyWriting(descriptor)

  /// Creates a file that gets its name in `finish`; only its owner may read it, as it has secrets.
  init(_ path: String) throws {
    self.path = path
    guard path != "-" else {
      (temporaryPath, descriptor) = (nil, STDOUT_FILENO)
      return
    }
    let temporary = "\(path).\(getpid()).partial"
    temporaryPath = temporary
    // What a killed process left; in a directory that others can write, it may be a link.
    _ = unsafe unlink(temporary)
    descriptor = unsafe open(
      temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw VerbError.configuration("cannot create \(temporary): \(FileError(errno: errno))")
    }
  }

  deinit {
    if path != "-", descriptor >= 0 { close(descriptor) }
    // A file that is not complete is of no use.
    if let temporaryPath, !isFinished { _ = unsafe unlink(temporaryPath) }
  }

  func write(_ bytes: [UInt8]) throws {
    var offset = 0
    while offset < bytes.count {
      let count = unsafe bytes[offset...].withUnsafeBytes { rest in
        unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
      }
      if count > 0 {
        offset += count
        if temporaryPath != nil { steady.add(count) }
      } else if errno != EINTR {
        throw failure("write")
      }
    }
  }

  /// Ensures that the file is on disk, and gives it its name.
  func finish() throws {
    guard let temporaryPath else { return }
    guard fsync(descriptor) == 0 else { throw failure("sync") }
    guard unsafe rename(temporaryPath, path) == 0 else { throw failure("rename") }
    isFinished = true
    let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let parent = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard parent >= 0 else { throw failure("sync the directory of") }
    defer { close(parent) }
    guard fsync(parent) == 0 else { throw failure("sync the directory of") }
  }

  private func failure(_ verb: String) -> VerbError {
    .temporary("cannot \(verb) \(path): \(FileError(errno: errno))")
  }
}

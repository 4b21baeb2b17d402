import EventLoop
import Glibc
import Program

/// A file that is read from beginning to end.
final class InputFile: Sendable {
  private static let stepBytes = 1 << 20

  private let path: String
  private let file: FileDescriptor

  /// Opens a file, which is not a symbolic link if that may be made by others.
  init(_ path: String, followsLinks: Bool = true) throws {
    self.path = path
    let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | (followsLinks ? 0 : O_NOFOLLOW)
    let descriptor = unsafe open(path, flags)
    guard descriptor >= 0 else {
      throw VerbError.configuration("cannot read \(path): \(FileError(errno: errno))")
    }
    file = FileDescriptor(owning: descriptor)
  }

  /// For programs that read the file.
  var descriptor: Int32 { file.number }

  /// Returns the next `count` bytes, or fewer at the end.
  func read(_ count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let step = min(Self.stepBytes, count - bytes.count)
      let start = bytes.count
      bytes += [UInt8](repeating: 0, count: step)
      let taken = unsafe bytes.withUnsafeMutableBytes { space in
        unsafe Glibc.read(descriptor, space.baseAddress?.advanced(by: start), step)
      }
      let number = errno
      bytes.removeLast(step - max(0, taken))
      if taken == 0 { break }
      guard taken > 0 || number == EINTR else {
        throw VerbError.temporary("cannot read \(path): \(FileError(errno: number))")
      }
    }
    return bytes
  }

  /// Continues at the beginning.
  func rewind() throws {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw VerbError.configuration("cannot read \(path) twice: give a file")
    }
  }
}

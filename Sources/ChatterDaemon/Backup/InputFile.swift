import Glibc
import System

/// A file that is read from beginning to end.
final class InputFile: Sendable {
  private let path: String
  private let file: FileDescriptor

  /// Opens a file, or a pipe.
  ///
  /// - Parameters:
  ///   - isRegular: Whether it must be a regular file, which can be read again.
  ///   - followsLinks: Whether it may be a symbolic link; one without is a regular file.
  init(_ path: String, isRegular: Bool = false, followsLinks: Bool = true) throws {
    self.path = path
    do throws(FileError) {
      if isRegular || !followsLinks {
        file = try WholeFile.openRegular(path, followsLinks: followsLinks)
      } else {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw FileError(errno: errno) }
        file = FileDescriptor(owning: descriptor)
      }
    } catch {
      throw VerbError.configuration("cannot read \(LogFormat.printable(path)): \(error)")
    }
  }

  /// For programs that read the file.
  var descriptor: Int32 { file.number }

  /// Returns at most `count` bytes that come next; none at the end.
  func read(_ count: Int) throws -> [UInt8] {
    do throws(FileError) {
      return try WholeFile.readNext(descriptor, bytesMax: count)
    } catch {
      throw VerbError.temporary("cannot read \(path): \(error)")
    }
  }

  func rewind() throws {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw VerbError.configuration("cannot read \(path) twice: give a file")
    }
  }
}

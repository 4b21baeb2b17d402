import Glibc
import System

/// A file that is read from beginning to end.
final class InputFile: Sendable {
  private let path: String
  private let file: FileDescriptor

  /// Opens a regular file, which is not a symbolic link if that may be made by others.
  init(_ path: String, followsLinks: Bool = true) throws {
    self.path = path
    do throws(FileError) {
      file = try WholeFile.openRegular(path, followsLinks: followsLinks)
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

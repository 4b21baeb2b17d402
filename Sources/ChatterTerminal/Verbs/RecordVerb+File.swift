import Glibc
import Program

extension RecordVerb {
  /// Returns a warning about a name that says something else about the format; nil for a good name.
  static func warning(ofName path: String) -> String? {
    let name = path.lowercased()
    if name.hasSuffix(".m4a") || name.hasSuffix(".mp4") { return nil }
    return "\(path): the recording is m4a audio, whatever the name: use a name that ends in .m4a"
  }

  /// Makes sure that there is a regular file, and that it may be written.
  ///
  /// - Returns: Whether the file is new.
  func makeFile() throws(ExitError) -> Bool {
    do throws(FileError) {
      try open(O_CREAT | O_EXCL)
      return true
    } catch .exists {
      guard Files.isRegular(path) else {
        throw ExitError("\(path): not a regular file: give another path", .cannotCreate)
      }
      guard overwrites else {
        throw ExitError("\(path): already exists: overwrite it with --force", .cannotCreate)
      }
      do throws(FileError) {
        // For the superuser access(2) succeeds even if the file cannot be written.
        try open(O_NOCTTY | O_NONBLOCK)
        return false
      } catch {
        throw ExitError("\(path): \(error)", .cannotCreate)
      }
    } catch {
      throw ExitError("\(path): \(error)", .cannotCreate)
    }
  }

  /// Opens the file for writing, and closes it; a new one is for this user only.
  private func open(_ flags: Int32) throws(FileError) {
    let descriptor = unsafe Glibc.open(path, O_WRONLY | O_CLOEXEC | flags, 0o600)
    guard descriptor >= 0 else { throw FileError(errno: errno) }
    close(descriptor)
  }
}

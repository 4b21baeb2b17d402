import Glibc
import System

enum Directories {
  /// Creates a directory and its parents, for this user only.
  static func make(_ path: String) throws(FileError) {
    var upper = ""
    for name in path.split(separator: "/") {
      upper += "/" + name
      guard unsafe mkdir(upper, 0o700) != 0, errno != EEXIST else { continue }
      // An existing directory need not be writable.
      if exists(upper) { continue }
      throw FileError(errno: errno)
    }
    guard exists(path) else { throw .failed(errno: ENOTDIR) }
  }

  static func exists(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

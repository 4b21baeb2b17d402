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

  /// Returns the names in a directory, in no order and without `.` and `..`; at most `countMax`.
  static func names(in path: String, countMax: Int) throws(FileError) -> [String] {
    guard let stream = unsafe opendir(path) else { throw FileError(errno: errno) }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while names.count < countMax, let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}

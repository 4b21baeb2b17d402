import Glibc
import Program

extension Directories {
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

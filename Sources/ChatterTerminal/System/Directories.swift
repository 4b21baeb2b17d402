import Glibc
import Program

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

  /// Creates a directory for this user only in `XDG_RUNTIME_DIR`, else `TMPDIR`, else `/tmp`.
  static func makeTemporary(
    _ environment: LaunchEnvironment = .ofProcess()
  ) throws(FileError) -> String {
    let homes = [environment.variable("XDG_RUNTIME_DIR"), environment.variable("TMPDIR")]
    var failure = FileError.notFound
    for home in homes.compactMap(\.self) + ["/tmp"] where home.hasPrefix("/") {
      var template = Array("\(home)/chatter-XXXXXX".utf8CString)
      let made = unsafe template.withUnsafeMutableBufferPointer { text in
        unsafe mkdtemp(text.baseAddress!) != nil
      }
      if made {
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
      failure = FileError(errno: errno)
    }
    throw failure
  }

  /// Removes a directory; false if it is not empty.
  static func remove(_ path: String) -> Bool { unsafe rmdir(path) == 0 || errno == ENOENT }

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

import Glibc
import System

/// The directory for files that chatterd creates.
enum DataDirectory {
  /// Creates the directory and missing parents. Other users may traverse it, because PostgreSQL in
  /// it runs as another user when root starts chatterd.
  static func make(_ path: String?) throws {
    guard let path else {
      throw VerbError.configuration("no data directory: set --data-dir")
    }
    var made = ""
    for component in path.split(separator: "/") {
      made += "/" + component
      guard unsafe mkdir(made, 0o755) != 0, errno != EEXIST else { continue }
      guard !FilePresence.exists(made) else { continue }
      let reason = unsafe String(cString: strerror(errno))
      throw VerbError.configuration("cannot create \(made) (\(reason)): choose another --data-dir")
    }
  }

  /// Creates a directory with a name of its own, which only this user can enter; returns its path
  /// without symbolic links.
  static func makeTemporary(in parent: String) throws -> String {
    var name = Array("\(parent)/chatterd-verify.XXXXXX".utf8CString)
    guard unsafe mkdtemp(&name) != nil, let path = unsafe realpath(name, nil) else {
      throw VerbError.temporary(
        "cannot create a directory in \(parent) (TMPDIR names another place): "
          + "\(FileError(errno: errno))")
    }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }
}

enum FilePresence {
  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }
}

import Glibc
import Program

/// The directory of an export: `chatts.jsonl`, and the clips in `clips`.
struct TransferDirectory: Sendable {
  static let linesName = "chatts.jsonl"
  static let clipsName = "clips"

  let path: String

  /// Creates the directory for an export; one that exists must be empty.
  init(creating path: String) throws {
    self.path = path
    if unsafe mkdir(path, 0o700) != 0 {
      let number = errno
      guard number == EEXIST, unsafe rmdir(path) == 0, unsafe mkdir(path, 0o700) == 0 else {
        throw VerbError.configuration(
          "cannot export to \(LogFormat.printable(path)): it must be empty or not exist")
      }
    }
    guard unsafe mkdir(path + "/" + Self.clipsName, 0o700) == 0 else {
      throw VerbError.configuration(
        "cannot create \(LogFormat.printable(path))/clips: \(FileError(errno: errno))")
    }
  }

  init(_ path: String) { self.path = path }

  /// Whether a path is a directory.
  static func exists(at path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

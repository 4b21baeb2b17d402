import Chatter
import Glibc
import System

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
        let reason =
          number == EEXIST
          ? "it must be empty or not exist: remove it, or name another directory"
          : "\(FileError(errno: number))"
        throw VerbError.configuration("cannot export to \(LogFormat.printable(path)): \(reason)")
      }
    }
    guard unsafe mkdir(path + "/" + Self.clipsName, 0o700) == 0 else {
      throw VerbError.configuration(
        "cannot create \(LogFormat.printable(path))/clips: \(FileError(errno: errno))")
    }
  }

  init(_ path: String) { self.path = path }

  /// Reads a clip by its path, `clips/NAME`. A directory from others may have links or pipes in it:
  /// only a regular file is read.
  func clip(_ clipPath: String, bytesMax: Int) throws(FileError) -> [UInt8] {
    let name = String(clipPath.drop { $0 != "/" }.dropFirst())
    let clips = unsafe open(
      "\(path)/\(Self.clipsName)", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard clips >= 0 else { throw FileError(errno: errno) }
    defer { close(clips) }
    let file = try WholeFile.openRegular(name, in: clips, followsLinks: false)
    return try WholeFile.read(descriptor: file.number, bytesMax: bytesMax)
  }
}

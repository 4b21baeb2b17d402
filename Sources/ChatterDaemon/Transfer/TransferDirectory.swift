import Chatter
import Glibc
import System

/// The directory of an export: `chatts.jsonl`, and the clips in `clips`.
struct TransferDirectory: Sendable {
  static let linesName = "chatts.jsonl"
  static let clipsName = "clips"

  let path: String

  /// Creates the directory for an export; one that exists must be empty, or what a killed export
  /// has left.
  init(creating path: String) throws {
    self.path = path
    if isLeftBehind { remove() }
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

  /// Whether there is nothing but a directory of clips with the names that an export gives them.
  private var isLeftBehind: Bool {
    guard (try? WholeFile.names(in: path)) == [Self.clipsName],
      let clips = try? WholeFile.names(in: "\(path)/\(Self.clipsName)")
    else { return false }
    return clips.allSatisfy { name in
      name.hasSuffix(".m4a") && ChattID(name.dropLast(4).description) != nil
    }
  }

  /// Removes an export that did not complete; follows no link that has taken its name.
  func remove() {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let directory = unsafe open(path, flags)
    guard directory >= 0 else { return }
    defer { close(directory) }
    let clips = unsafe openat(directory, Self.clipsName, flags)
    defer { if clips >= 0 { close(clips) } }
    for place in [clips, directory] where place >= 0 {
      for name in (try? WholeFile.names(in: "/proc/self/fd/\(place)")) ?? [] {
        _ = unsafe unlinkat(place, name, 0)
      }
    }
    _ = unsafe unlinkat(directory, Self.clipsName, AT_REMOVEDIR)
    _ = unsafe rmdir(path)
  }

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

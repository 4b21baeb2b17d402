private import EventLoop

/// The temporary file of a recording; it is deleted with this object.
///
/// Its name contains the id of the process. If the process ends before it deletes the file, the
/// file can be found again.
final class TemporaryRecording: Sendable {
  private static let prefix = "chatter-"
  private static let suffix = ".m4a"

  let path: String
  private let isLeft = Lock(false)

  /// Creates an empty file with a name that cannot be guessed.
  init() throws(AudioError) {
    path = Self.newPath()
    try ClipFile.create(path)
  }

  /// Takes over a file by renaming it; if two callers try, only one succeeds.
  init(adopting former: String) throws(AudioError) {
    path = Self.newPath()
    try ClipFile.move(former, to: path)
  }

  /// Keeps the file when this object is released.
  func leave() { isLeft.withLock { $0 = true } }

  deinit { if !isLeft.withLock(\.self) { ClipFile.remove(path) } }

  /// The recordings left by processes of this user that have ended.
  static var leftovers: [String] {
    let directory = ClipFile.temporaryDirectory
    return ClipFile.names(in: directory).sorted().compactMap { name in
      let path = "\(directory)/\(name)"
      guard let owner = owner(of: name), !ClipFile.isRunning(owner), ClipFile.isOwn(path) else {
        return nil
      }
      return path
    }
  }

  /// Returns the id of the process in a file name; nil if it is not the name of a recording.
  static func owner(of name: String) -> Int32? {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
    let components = name.dropFirst(prefix.count).dropLast(suffix.count)
      .split(separator: "-", omittingEmptySubsequences: false)
    guard components.count == 2, let owner = Int32(components[0]), owner > 0 else { return nil }
    return owner
  }

  private static func newPath() -> String {
    let name = String(UInt64.random(in: .min ... .max), radix: 36)
    return "\(ClipFile.temporaryDirectory)/\(prefix)\(ClipFile.ownProcess)-\(name)\(suffix)"
  }
}

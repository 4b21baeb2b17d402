private import Threads

/// The file that a message is recorded into before it is sent; it goes with this object.
///
/// Its name says whose it is: what a process leaves that ends before its objects do is found again.
final class TemporaryRecording: Sendable {
  private static let prefix = "chatter-"
  private static let suffix = ".m4a"

  let path: String
  private let isLeft = Lock(false)

  /// Makes an empty file under a name that cannot be guessed.
  init() throws(AudioError) {
    path = Self.newPath()
    try ClipFile.create(path)
  }

  /// Takes over a file, under a name of its own: of two who want it, one gets it.
  init(adopting former: String) throws(AudioError) {
    path = Self.newPath()
    try ClipFile.move(former, to: path)
  }

  /// Lets the file stay when this object goes.
  func leave() { isLeft.withLock { $0 = true } }

  deinit { if !isLeft.withLock(\.self) { ClipFile.remove(path) } }

  /// The files of this user's processes that have ended.
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

  /// The process that a file belongs to, by its name; nil where it is no recording.
  static func owner(of name: String) -> Int32? {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
    let parts = name.dropFirst(prefix.count).dropLast(suffix.count)
      .split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let owner = Int32(parts[0]), owner > 0 else { return nil }
    return owner
  }

  private static func newPath() -> String {
    let name = String(UInt64.random(in: .min ... .max), radix: 36)
    return "\(ClipFile.temporaryDirectory)/\(prefix)\(ClipFile.ownProcess)-\(name)\(suffix)"
  }
}

private import Glibc
private import System

/// The temporary file of a recording in `XDG_RUNTIME_DIR`, else `TMPDIR`, else `/tmp`; it is
/// deleted with this object.
///
/// Its name contains the id of the process. If the process ends before it deletes the file, the
/// file can be found again.
public final class TemporaryRecording: Sendable {
  private static let prefix = "chatter-"
  private static let suffix = ".m4a"

  /// The path of the file.
  public let path: String
  private let isLeft = Lock(false)

  /// Creates an empty file with a name that cannot be guessed; only its owner may access it.
  public init() throws(AudioError) {
    let name = String(UInt64.random(in: .min ... .max), radix: 36)
    path = "\(Self.directory)/\(Self.prefix)\(getpid())-\(name)\(Self.suffix)"
    _ = try OpenFile(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
  }

  /// Keeps the file when this object is released.
  public func leave() { isLeft.withLock { $0 = true } }

  deinit { if !isLeft.withLock(\.self) { _ = unsafe unlink(path) } }

  /// The paths of the recordings left by processes of this user that have ended; for
  /// ``AudioEngine/recoverRecording(at:)``.
  public static var leftovers: [String] {
    let names = (try? WholeFile.names(in: directory)) ?? []
    return names.filter { owner(of: $0).map(isRunning) == false }
      .map { "\(directory)/\($0)" }.filter(WholeFile.isOwn).sorted()
  }

  static func owner(of name: String) -> Int32? {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
    let components = name.dropFirst(prefix.count).dropLast(suffix.count)
      .split(separator: "-", omittingEmptySubsequences: false)
    guard components.count == 2, let owner = Int32(components[0]), owner > 0 else { return nil }
    return owner
  }

  private static func isRunning(_ process: Int32) -> Bool {
    kill(process, 0) == 0 || errno == EPERM
  }

  /// The directory for temporary files: the user's own, if there is one, otherwise `/tmp`.
  static var directory: String {
    for name in ["XDG_RUNTIME_DIR", "TMPDIR"] {
      guard let value = unsafe getenv(name) else { continue }
      let directory = unsafe String(cString: value)
      if directory.hasPrefix("/"), unsafe access(directory, W_OK | X_OK) == 0 { return directory }
    }
    return "/tmp"
  }
}

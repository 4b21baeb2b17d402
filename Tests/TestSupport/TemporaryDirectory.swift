public import Crypto
import Foundation

/// A unique directory in `TMPDIR`, removed with its contents when the last reference is released.
///
/// Its name is short, since the path of a Unix socket in it is limited to 107 characters. Other
/// users may search it, since PostgreSQL runs as another user when the tests run as root.
public final class TemporaryDirectory: Sendable {
  /// The absolute path, without a trailing slash.
  public let path: String

  public init() throws {
    let number = UInt64.random(in: 0...UInt64.max)
    let place = FileManager.default.temporaryDirectory.path
    path = "\(place)/test-" + String(number, radix: 36)
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o711])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Returns the path of a name in the directory, which need not exist.
  public func path(of name: String) -> String { path + "/" + name }

  /// The names in the directory, or in one below it, in order.
  public func names(in subdirectory: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(of: subdirectory)).sorted()
  }

  /// Writes a file into the directory, and returns its path.
  @discardableResult
  public func write(
    _ bytes: some Sequence<UInt8>, to name: String, permissions: Int = 0o644
  ) throws -> String {
    let file = path(of: name)
    try Data(bytes).write(to: URL(filePath: file))
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file)
    return file
  }

  /// Writes a text file into the directory, and returns its path.
  @discardableResult
  public func write(_ text: String, to name: String, permissions: Int = 0o644) throws -> String {
    try write(Array(text.utf8), to: name, permissions: permissions)
  }

  /// Returns the bytes of a file in the directory.
  public func bytes(of name: String) throws -> [UInt8] {
    // Data(contentsOf:) leaks its buffer when a file is empty.
    try [UInt8](FileHandle(forReadingFrom: URL(filePath: path(of: name))).readToEnd() ?? Data())
  }
}

extension CertifiedKeyFiles {
  /// The paths `NAME.crt` and `NAME.key` in a directory.
  public init(in directory: TemporaryDirectory, named name: String) {
    self.init(
      certificate: directory.path(of: "\(name).crt"), privateKey: directory.path(of: "\(name).key"))
  }
}

import Foundation

/// A folder of its own under `/tmp`, removed with all it holds when the last reference goes.
///
/// Its path is short, since a Unix socket in it must keep within 107 characters, and other users
/// may pass through it, since PostgreSQL runs as another user when the tests run as root.
public final class TemporaryDirectory: Sendable {
  /// Absolute and without a last slash.
  public let path: String

  public init() throws {
    let number = UInt64.random(in: 0...UInt64.max)
    path = "/tmp/chatterd-test-" + String(number, radix: 36)
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o711])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of something in the folder, which need not be there.
  public func path(of name: String) -> String { path + "/" + name }

  /// Writes a file into the folder and returns its path.
  @discardableResult
  public func write(
    _ bytes: some Sequence<UInt8>, to name: String, permissions: Int = 0o644
  ) throws -> String {
    let file = path(of: name)
    try Data(bytes).write(to: URL(filePath: file))
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file)
    return file
  }

  /// Writes a file of text into the folder and returns its path.
  @discardableResult
  public func write(_ text: String, to name: String, permissions: Int = 0o644) throws -> String {
    try write(Array(text.utf8), to: name, permissions: permissions)
  }

  /// The bytes of a file in the folder.
  public func bytes(of name: String) throws -> [UInt8] {
    // Data(contentsOf:) leaks its buffer when a file is empty.
    try [UInt8](FileHandle(forReadingFrom: URL(filePath: path(of: name))).readToEnd() ?? Data())
  }
}

import Chatter
import Glibc

extension SampleClip {
  /// Writes the recording for the startup curl command, unless it exists, and returns its path.
  ///
  /// The file is in the data directory or, if that is not writable, in `/tmp`.
  static func install(beside configuration: Configuration) throws -> String {
    let bytes = try Base64.decode(Array(base64.utf8)[...])
    for directory in [configuration.dataDirectory, "/tmp"].compactMap({ $0 }) {
      let path = directory + "/" + fileName
      if FilePresence.exists(path) || write(bytes, to: path) { return path }
    }
    return fileName
  }

  private static func write(_ bytes: [UInt8], to path: String) -> Bool {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      == bytes.count
  }
}

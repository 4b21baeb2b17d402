import Glibc

/// A file that the command line names.
enum InputFile {
  static func bytes(of path: String) throws -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Options.Failure.unreadable(path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe read(descriptor, &chunk, chunk.count)
      guard count >= 0 else { throw Options.Failure.unreadable(path) }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }
}

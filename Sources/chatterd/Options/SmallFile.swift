import Glibc

/// Reads files that are meant to be small, whole.
enum SmallFile {
  static let bytesMax = 256 * 1024

  static func read(_ path: String) throws(FileError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw error(errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16 * 1024)
    while bytes.count <= bytesMax {
      let count = unsafe chunk.withUnsafeMutableBytes { space in
        unsafe Glibc.read(descriptor, space.baseAddress, space.count)
      }
      if count == 0 { return bytes }
      if count > 0 {
        bytes += chunk[..<count]
      } else if errno != EINTR {
        throw error(errno)
      }
    }
    throw .tooLong(bytesMax: bytesMax)
  }

  private static func error(_ code: Int32) -> FileError {
    switch code {
    case ENOENT, ENOTDIR: .notFound
    case EACCES, EPERM: .notPermitted
    case EISDIR: .directory
    default: .failed(errno: code)
    }
  }
}

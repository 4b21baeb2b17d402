private import Glibc

/// Reads whole files up to a maximum size.
public enum WholeFile {
  /// Reads the file at a path.
  public static func read(_ path: String, bytesMax: Int) throws(FileError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw FileError(errno: errno) }
    defer { close(descriptor) }
    return try read(descriptor: descriptor, bytesMax: bytesMax)
  }

  /// Reads the rest of a descriptor, which stays open.
  public static func read(descriptor: Int32, bytesMax: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    while bytes.count <= bytesMax {
      let count = unsafe chunk.withUnsafeMutableBytes { space in
        unsafe Glibc.read(descriptor, space.baseAddress, space.count)
      }
      if count == 0 { return bytes }
      if count > 0 {
        bytes += chunk[..<count]
      } else if errno != EINTR {
        throw FileError(errno: errno)
      }
    }
    throw .tooLong(bytesMax: bytesMax)
  }
}

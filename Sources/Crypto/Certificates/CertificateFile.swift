import Glibc
import System

/// A PEM file that is read up to a size limit.
package struct CertificateFile {
  /// Far more than a chain of 16 certificates needs.
  static let bytesMax = 1 << 20

  let path: String

  package init(path: String) { self.path = path }

  /// Reads the whole file.
  func read() throws(CertificateError) -> [UInt8] {
    do throws(FileError) {
      let file = try WholeFile.openRegular(path, followsLinks: true)
      return try WholeFile.read(descriptor: file.number, bytesMax: Self.bytesMax)
    } catch {
      throw error == .notFound ? .fileMissing(path: path) : .fileNotReadable(path: path, error)
    }
  }

  /// The directory of the file; `.` for a name without a slash.
  var directory: String { Self.directory(of: path) }

  private static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Creates a directory and its missing parents with mode 0755, subject to the umask.
  static func makeDirectory(_ path: String) throws(CertificateError) {
    var status = stat()
    if unsafe stat(path, &status) == 0 { return }
    let above = directory(of: path)
    if above != path, above != "." { try makeDirectory(above) }
    guard unsafe mkdir(path, 0o755) == 0 || errno == EEXIST else {
      throw .directoryNotWritable(path: path, FileError(errno: errno))
    }
  }

  /// Whether the name is already in use, even by a dangling link.
  package var exists: Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  func remove() { unsafe _ = unlink(path) }

  /// Whether a directory has the name, which no file can replace.
  var isDirectory: Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

private import Glibc

/// The reason that a file could not be read or written.
public enum FileError: Error, Equatable, CustomStringConvertible {
  case notFound
  case notPermitted
  case directory
  /// A directory, a pipe or a device in place of a file.
  case notRegular
  /// A symbolic link that is not followed, or too many of them.
  case link
  case exists
  case noSpace
  case tooLong(bytesMax: Int)
  /// The reader has closed the pipe or socket (`EPIPE`).
  case readerGone
  case failed(errno: Int32)

  /// Creates the error for an errno of open(2), read(2), write(2) or rename(2).
  public init(errno number: Int32) {
    self =
      switch number {
      case ENOENT, ENOTDIR: .notFound
      case EACCES, EPERM: .notPermitted
      case EISDIR: .directory
      case ELOOP: .link
      case EEXIST: .exists
      case ENOSPC, EDQUOT: .noSpace
      case EPIPE: .readerGone
      default: .failed(errno: number)
      }
  }

  public var description: String {
    switch self {
    case .notFound: "no such file or directory"
    case .notPermitted: "permission denied"
    case .directory: "is a directory"
    case .notRegular: "is not a regular file"
    case .link: "is a symbolic link: use the file itself"
    case .exists: "already exists"
    case .noSpace: "no space left on device"
    case .readerGone: "broken pipe"
    case .tooLong(let bytesMax): "is longer than \(bytesMax) bytes"
    case .failed(let number):
      unsafe strerror(number).map { unsafe String(cString: $0) } ?? "errno \(number)"
    }
  }
}

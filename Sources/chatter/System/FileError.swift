/// Why a file could not be read or written.
enum FileError: Error, Equatable, CustomStringConvertible {
  case notFound
  case notPermitted
  case directory
  case exists
  case noSpace
  case tooLong(bytesMax: Int)
  case failed(errno: Int32)

  var description: String {
    switch self {
    case .notFound: "no such file or folder"
    case .notPermitted: "permission denied"
    case .directory: "is a folder"
    case .exists: "is there already"
    case .noSpace: "there is no space left"
    case .tooLong(let bytesMax): "is longer than \(bytesMax) bytes"
    case .failed(let number): "failed (errno \(number))"
    }
  }
}

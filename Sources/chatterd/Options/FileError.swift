/// Why a file could not be read.
enum FileError: Error, Equatable, CustomStringConvertible {
  case notFound
  case notPermitted
  case directory
  case tooLong(bytesMax: Int)
  case failed(errno: Int32)

  var description: String {
    switch self {
    case .notFound: "no such file"
    case .notPermitted: "may not be read"
    case .directory: "is a directory"
    case .tooLong(let bytesMax): "is longer than \(ByteCount.text(bytesMax))"
    case .failed(let code): "cannot be read (errno \(code))"
    }
  }
}

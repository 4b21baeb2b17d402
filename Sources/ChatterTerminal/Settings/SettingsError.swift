import Program

/// An error in reading or writing the settings.
enum SettingsError: Error, Equatable, CustomStringConvertible {
  case noHome
  case unreadable(path: String, FileError)
  case unwritable(path: String, FileError)
  case malformed(path: String, line: Int)
  case unknownKey(path: String, line: Int, key: String)
  case wrongValue(path: String, key: String)

  /// Whether the file is readable, but its text is not valid settings.
  var isOfText: Bool {
    switch self {
    case .malformed, .unknownKey, .wrongValue, .unreadable(_, .tooLong): true
    case .noHome, .unreadable, .unwritable: false
    }
  }

  var description: String {
    switch self {
    case .noHome: "no home directory for the settings: set HOME or XDG_CONFIG_HOME"
    case .unreadable(let path, let reason), .unwritable(let path, let reason):
      "\(Printable.line(path)): \(reason)"
    case .malformed(let path, let line): "\(Printable.line(path)):\(line): expected key = value"
    case .unknownKey(let path, let line, let key):
      "\(Printable.line(path)):\(line): unknown key \(Printable.line(key))"
    case .wrongValue(let path, let key): "\(Printable.line(path)): invalid value of \(key)"
    }
  }
}

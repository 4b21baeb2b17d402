/// The source of an option's value.
enum OptionOrigin: Sendable, Equatable, CustomStringConvertible {
  case byDefault(flag: String)
  case file(path: String, line: Int, key: String)
  case environment(variable: String)
  case flag(String)

  var description: String {
    switch self {
    case .byDefault(let flag): "\(flag) (default)"
    case .file(let path, let line, let key): "\(LogEscape.printable(path)):\(line): \(key)"
    case .environment(let variable): variable
    case .flag(let flag): flag
    }
  }

  /// The precedence; the highest wins.
  var rank: Int {
    switch self {
    case .byDefault: 0
    case .file: 1
    case .environment: 2
    case .flag: 3
    }
  }

  /// The exit code for an invalid value.
  var exitCode: ExitCode {
    if case .flag = self { .usage } else { .configuration }
  }
}

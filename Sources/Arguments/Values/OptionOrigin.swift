/// The source of an option's value.
public enum OptionOrigin: Sendable, Equatable, CustomStringConvertible {
  case byDefault(flag: String)
  case file(path: String, line: Int, key: String)
  case environment(variable: String)
  case flag(String)

  public var description: String {
    switch self {
    case .byDefault(let flag): "\(flag) (default)"
    case .file(let path, let line, let key): "\(CommandError.printable(path)):\(line): \(key)"
    case .environment(let variable): variable
    case .flag(let flag): flag
    }
  }

  /// Whether it is the command line.
  public var isFlag: Bool { if case .flag = self { true } else { false } }
}

/// A value as text, and its origin.
public struct SourcedValue: Sendable, Equatable {
  public let text: String
  public let origin: OptionOrigin

  public init(text: String, origin: OptionOrigin) {
    (self.text, self.origin) = (text, origin)
  }
}

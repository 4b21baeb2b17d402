@unsafe @preconcurrency import Glibc

/// The environment of a program at its start; tests create their own.
public struct LaunchEnvironment: Sendable {
  public var variables: [String: String] = [:]
  /// The absolute path of the current directory.
  public var currentDirectory = "/"
  /// Whether the program runs as root.
  public var isRoot = false
  /// The number of online cores, at least one.
  public var cores = 1
  /// The ID of the process; 0 in environments that tests create.
  public var processID: Int32 = 0
  /// The login name of the user.
  public var loginName: String?
  public var isInputTerminal = false
  /// Whether standard input can deliver more input later, which a regular file cannot.
  public var canInputFollow = false
  public var isOutputTerminal = false
  public var isErrorTerminal = false
  /// Reads a configuration file.
  public var readFile: @Sendable (_ path: String) throws(FileError) -> [UInt8] = {
    path throws(FileError) in try WholeFile.read(path, bytesMax: 256 * 1024)
  }

  /// Creates an environment without a terminal.
  public init(variables: [String: String] = [:], currentDirectory: String = "/") {
    (self.variables, self.currentDirectory) = (variables, currentDirectory)
  }

  /// Returns the environment of this process.
  ///
  /// Call it before other threads start, because setenv(3) is not thread-safe.
  public static func ofProcess() -> LaunchEnvironment {
    var environment = LaunchEnvironment(
      variables: processVariables(), currentDirectory: processDirectory())
    environment.isRoot = ProcessPrivileges.isRoot
    environment.processID = getpid()
    environment.cores = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    environment.loginName = loginName(environment.variables)
    environment.isInputTerminal = StandardStream.input.isTerminal
    environment.canInputFollow = StandardStream.input.canFollow
    environment.isOutputTerminal = StandardStream.output.isTerminal
    environment.isErrorTerminal = StandardStream.error.isTerminal
    return environment
  }

  /// Returns the arguments of this process after the program's name; nil if one is not UTF-8.
  public static func arguments() -> [String]? {
    let words = (0..<Int(CommandLine.argc)).dropFirst().map { index in
      unsafe CommandLine.unsafeArgv[index].flatMap { unsafe String(validatingCString: $0) }
    }
    return words.contains(nil) ? nil : words.compactMap(\.self)
  }

  /// Returns the value of a variable; nil if it is unset or empty.
  public func variable(_ name: String) -> String? {
    guard let value = variables[name], !value.isEmpty else { return nil }
    return value
  }

  /// Returns an absolute path; a relative one is resolved against the current directory.
  public func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    return currentDirectory.hasSuffix("/")
      ? currentDirectory + path : currentDirectory + "/" + path
  }

  /// Returns the variables of this process by their names.
  ///
  /// Reads `environ` instead of `/proc/self/environ`, which a program with file capabilities cannot
  /// read.
  package static func processVariables() -> [String: String] {
    var variables: [String: String] = [:]
    var entry = unsafe environ
    while let pointer = unsafe entry.pointee {
      let text = unsafe String(cString: pointer)
      if let equals = text.firstIndex(of: "=") {
        variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      unsafe entry += 1
    }
    return variables
  }

  /// The working directory (getcwd(3)), or the root if it no longer exists.
  private static func processDirectory() -> String {
    guard let path = unsafe getcwd(nil, 0) else { return "/" }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  static func loginName(_ variables: [String: String]) -> String? {
    let names = [variables["LOGNAME"], variables["USER"]].compactMap(\.self)
    if let name = names.first(where: { !$0.isEmpty }) { return name }
    guard let account = unsafe getpwuid(geteuid()) else { return nil }
    return unsafe String(cString: account.pointee.pw_name)
  }
}

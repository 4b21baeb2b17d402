@unsafe @preconcurrency import Glibc

/// The environment, arguments and working directory of the process.
public enum ProcessEnvironment {
  /// Returns the environment variables.
  ///
  /// Call it before other threads start, because setenv(3) is not thread-safe. It reads `environ`
  /// instead of `/proc/self/environ`, which a program with file capabilities cannot read.
  public static func variables() -> [String: String] {
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

  /// Returns the arguments after the program's name; nil for an argument that is not UTF-8.
  public static func arguments() -> [String?] {
    let count = Int(CommandLine.argc)
    return (0..<count).dropFirst().map { index in
      unsafe CommandLine.unsafeArgv[index].flatMap { unsafe String(validatingCString: $0) }
    }
  }

  /// Returns the working directory (getcwd(3)), or the root if it no longer exists.
  public static func currentDirectory() -> String {
    guard let path = unsafe getcwd(nil, 0) else { return "/" }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  /// Returns an absolute path; a relative one is resolved against `directory`, which is absolute.
  public static func absolute(_ path: String, from directory: String) -> String {
    if path.hasPrefix("/") { return path }
    return directory.hasSuffix("/") ? directory + path : directory + "/" + path
  }
}

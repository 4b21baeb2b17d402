@unsafe @preconcurrency import Glibc

/// What a process was started with.
public enum ProcessEnvironment {
  /// The variables; to be asked for before other threads start, for nothing guards them against
  /// setenv(3).
  ///
  /// `environ` rather than `/proc/self/environ`, which a program with file capabilities cannot read.
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

  /// The words after the program's name; nil stands for one that is not in UTF-8.
  public static func arguments() -> [String?] {
    let count = Int(CommandLine.argc)
    return (0..<count).dropFirst().map { index in
      unsafe CommandLine.unsafeArgv[index].flatMap { unsafe String(validatingCString: $0) }
    }
  }

  /// The folder from which relative paths are taken (getcwd(3)); the root when it is gone.
  public static func currentDirectory() -> String {
    guard let path = unsafe getcwd(nil, 0) else { return "/" }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  /// The path from the root; a relative one is taken from a directory, which is absolute itself.
  public static func absolute(_ path: String, from directory: String) -> String {
    if path.hasPrefix("/") { return path }
    return directory.hasSuffix("/") ? directory + path : directory + "/" + path
  }
}

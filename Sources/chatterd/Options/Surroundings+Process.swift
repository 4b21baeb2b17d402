@unsafe @preconcurrency import Glibc

extension Surroundings {
  /// The surroundings of this process.
  ///
  /// To be called before other threads start: the environment is not guarded against `setenv`.
  static func ofProcess() -> Surroundings {
    Surroundings(
      environment: processEnvironment(),
      isRoot: geteuid() == 0,
      currentDirectory: workingDirectory(),
      cores: max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))),
      readFile: { path throws(FileError) in try SmallFile.read(path) })
  }

  /// `environ` rather than `/proc/self/environ`, which a program with file capabilities cannot read.
  private static func processEnvironment() -> [String: String] {
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

  private static func workingDirectory() -> String {
    guard let path = unsafe getcwd(nil, 0) else { return "/" }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }
}

@unsafe @preconcurrency import Glibc

extension Surroundings {
  /// The surroundings of this process.
  static func ofProcess() -> Surroundings {
    let environment = processEnvironment()
    return Surroundings(
      environment: environment, currentFolder: workingFolder(),
      loginName: environment["LOGNAME"] ?? environment["USER"] ?? accountName(),
      isInputTerminal: StandardStream.input.isTerminal,
      isOutputTerminal: StandardStream.output.isTerminal,
      isErrorTerminal: StandardStream.error.isTerminal)
  }

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

  private static func workingFolder() -> String {
    guard let path = unsafe getcwd(nil, 0) else { return "/" }
    defer { unsafe free(path) }
    return unsafe String(cString: path)
  }

  private static func accountName() -> String? {
    guard let account = unsafe getpwuid(geteuid()) else { return nil }
    return unsafe String(cString: account.pointee.pw_name)
  }
}

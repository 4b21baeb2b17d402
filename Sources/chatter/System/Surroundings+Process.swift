private import Glibc
private import Program

extension Surroundings {
  /// The surroundings of this process.
  static func ofProcess() -> Surroundings {
    let environment = ProcessEnvironment.variables()
    return Surroundings(
      environment: environment, currentFolder: ProcessEnvironment.currentDirectory(),
      loginName: environment["LOGNAME"] ?? environment["USER"] ?? accountName(),
      isInputTerminal: StandardStream.input.isTerminal,
      isOutputTerminal: StandardStream.output.isTerminal,
      isErrorTerminal: StandardStream.error.isTerminal)
  }

  private static func accountName() -> String? {
    guard let account = unsafe getpwuid(geteuid()) else { return nil }
    return unsafe String(cString: account.pointee.pw_name)
  }
}

private import Glibc
private import Program

extension Surroundings {
  /// The environment of this process.
  static func ofProcess() -> Surroundings {
    let environment = ProcessEnvironment.variables()
    return Surroundings(
      environment: environment, currentFolder: ProcessEnvironment.currentDirectory(),
      loginName: loginName(environment),
      isInputTerminal: StandardStream.input.isTerminal,
      canInputFollow: StandardStream.input.canFollow,
      isOutputTerminal: StandardStream.output.isTerminal,
      isErrorTerminal: StandardStream.error.isTerminal)
  }

  /// Returns the login name; an empty variable counts as not set.
  static func loginName(_ environment: [String: String]) -> String? {
    let names = [environment["LOGNAME"], environment["USER"]].compactMap(\.self)
    return names.first { !$0.isEmpty } ?? accountName()
  }

  private static func accountName() -> String? {
    guard let account = unsafe getpwuid(geteuid()) else { return nil }
    return unsafe String(cString: account.pointee.pw_name)
  }
}

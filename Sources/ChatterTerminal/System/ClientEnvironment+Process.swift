private import Glibc
private import Program

extension ClientEnvironment {
  /// The environment of this process.
  static func ofProcess() -> ClientEnvironment {
    let variables = ProcessEnvironment.variables()
    return ClientEnvironment(
      variables: variables, currentDirectory: ProcessEnvironment.currentDirectory(),
      loginName: loginName(variables),
      isInputTerminal: StandardStream.input.isTerminal,
      canInputFollow: StandardStream.input.canFollow,
      isOutputTerminal: StandardStream.output.isTerminal,
      isErrorTerminal: StandardStream.error.isTerminal)
  }

  /// Returns the login name; an empty variable counts as not set.
  static func loginName(_ variables: [String: String]) -> String? {
    let names = [variables["LOGNAME"], variables["USER"]].compactMap(\.self)
    return names.first { !$0.isEmpty } ?? accountName()
  }

  private static func accountName() -> String? {
    guard let account = unsafe getpwuid(geteuid()) else { return nil }
    return unsafe String(cString: account.pointee.pw_name)
  }
}

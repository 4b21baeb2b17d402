import System

@testable import ChatterTerminal

extension LaunchEnvironment {
  /// Returns the environment of a person at a terminal, with a home and the given variables.
  static func fixture(
    _ variables: [String: String] = [:], isTerminal: Bool = true
  ) -> LaunchEnvironment {
    let common = ["HOME": "/home/ann", "LANG": "C.UTF-8", "TERM": "xterm"]
    var environment = LaunchEnvironment(
      variables: common.merging(variables) { $1 }, currentDirectory: "/desk")
    environment.loginName = "ann"
    (environment.isInputTerminal, environment.canInputFollow) = (isTerminal, isTerminal)
    (environment.isOutputTerminal, environment.isErrorTerminal) = (isTerminal, isTerminal)
    return environment
  }
}

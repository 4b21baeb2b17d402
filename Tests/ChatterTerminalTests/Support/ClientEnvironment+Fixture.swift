@testable import ChatterTerminal

extension ClientEnvironment {
  /// Returns the environment of a person at a terminal, with a home and the given variables.
  static func fixture(
    _ variables: [String: String] = [:], isTerminal: Bool = true
  ) -> ClientEnvironment {
    let common = ["HOME": "/home/ann", "LANG": "C.UTF-8", "TERM": "xterm"]
    return ClientEnvironment(
      variables: common.merging(variables) { $1 }, currentDirectory: "/desk", loginName: "ann",
      isInputTerminal: isTerminal, canInputFollow: isTerminal, isOutputTerminal: isTerminal,
      isErrorTerminal: isTerminal)
  }
}

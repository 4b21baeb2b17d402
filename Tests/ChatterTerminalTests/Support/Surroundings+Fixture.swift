@testable import ChatterTerminal

extension Surroundings {
  /// Those of a person at a terminal, with a home, and what else the test says.
  static func fixture(
    _ environment: [String: String] = [:], isTerminal: Bool = true
  ) -> Surroundings {
    let common = ["HOME": "/home/ann", "LANG": "C.UTF-8", "TERM": "xterm"]
    return Surroundings(
      environment: common.merging(environment) { $1 }, currentFolder: "/desk", loginName: "ann",
      isInputTerminal: isTerminal, canInputFollow: isTerminal, isOutputTerminal: isTerminal,
      isErrorTerminal: isTerminal)
  }
}

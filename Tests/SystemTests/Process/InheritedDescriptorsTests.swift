import Testing

@testable import System

struct InheritedDescriptorsTests {
  private func descriptors(_ variables: [String: String]) throws -> [Int32]? {
    var environment = LaunchEnvironment(variables: variables)
    environment.processID = 42
    return try InheritedDescriptors(environment)?.numbers
  }

  @Test func beginAtThree() throws {
    #expect(try descriptors(["LISTEN_PID": "42", "LISTEN_FDS": "1"]) == [3])
    #expect(try descriptors(["LISTEN_PID": "42", "LISTEN_FDS": "3"]) == [3, 4, 5])
    #expect(try descriptors(["LISTEN_PID": "42", "LISTEN_FDS": "64"])?.last == 66)
  }

  @Test(
    arguments: [
      [:], ["LISTEN_FDS": "1"], ["LISTEN_PID": "42"], ["LISTEN_PID": "", "LISTEN_FDS": "1"],
      ["LISTEN_PID": "42", "LISTEN_FDS": "0"],
      // Variables that another process has passed on.
      ["LISTEN_PID": "41", "LISTEN_FDS": "1"], ["LISTEN_PID": "41", "LISTEN_FDS": "many"],
    ])
  func areNoneWithoutVariablesForThisProcess(_ variables: [String: String]) throws {
    #expect(try descriptors(variables) == nil)
  }

  @Test(arguments: ["-1", "65", "1 ", "x", "0x1", "99999999999999999999"])
  func rejectCountsThatMakeNoSense(_ count: String) {
    #expect(throws: InheritedDescriptors.Malformation(text: count)) {
      try descriptors(["LISTEN_PID": "42", "LISTEN_FDS": count])
    }
  }

  @Test func describesTheMistake() {
    let text = "\(InheritedDescriptors.Malformation(text: "x\n"))"
    #expect(text == #"LISTEN_FDS: "x\n" is not a number from 0 to 64"#)
  }
}

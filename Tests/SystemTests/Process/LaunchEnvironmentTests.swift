import Foundation
import Testing

@testable import System

struct LaunchEnvironmentTests {
  @Test func agreesWithFoundationAboutThisProcess() {
    let own = LaunchEnvironment.ofProcess()
    let theirs = ProcessInfo.processInfo
    #expect(own.variables == theirs.environment)
    #expect(own.currentDirectory == FileManager.default.currentDirectoryPath)
    #expect(own.cores >= 1)
    #expect(own.isRoot == (theirs.userName == "root"))
    #expect(throws: FileError.notFound) { try own.readFile("/nowhere/at/all") }
    #expect(LaunchEnvironment.arguments() == Array(theirs.arguments.dropFirst()))
  }

  @Test func takesTheLoginNameFromVariablesThenFromTheAccount() {
    #expect(LaunchEnvironment.loginName(["LOGNAME": "", "USER": "ann"]) == "ann")
    #expect(LaunchEnvironment.loginName(["LOGNAME": "bob", "USER": "ann"]) == "bob")
    #expect(LaunchEnvironment.loginName(["LOGNAME": ""])?.isEmpty == false)
  }

  @Test func ignoresEmptyVariables() {
    let environment = LaunchEnvironment(variables: ["A": "", "B": "x"])
    #expect(environment.variable("A") == nil)
    #expect(environment.variable("B") == "x")
  }

  @Test(
    arguments: [
      ("a/b", "/desk", "/desk/a/b"), ("a", "/", "/a"), ("/a", "/desk", "/a"), ("a", "/d/", "/d/a"),
    ])
  func resolvesRelativePathsAgainstTheDirectory(path: String, directory: String, expected: String) {
    #expect(LaunchEnvironment(currentDirectory: directory).absolute(path) == expected)
  }
}

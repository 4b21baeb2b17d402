import Foundation
import Program
import Testing

@Suite("The environment of a process")
struct ProcessEnvironmentTests {
  @Test func agreesWithFoundationOnVariablesAndDirectory() {
    #expect(ProcessEnvironment.variables() == ProcessInfo.processInfo.environment)
    #expect(
      ProcessEnvironment.currentDirectory() == FileManager.default.currentDirectoryPath)
  }

  @Test func agreesWithFoundationOnArguments() {
    #expect(
      ProcessEnvironment.arguments() == ProcessInfo.processInfo.arguments.dropFirst().map { $0 })
  }

  @Test(
    arguments: [
      ("a/b", "/desk", "/desk/a/b"), ("a", "/", "/a"), ("/a", "/desk", "/a"), ("a", "/d/", "/d/a"),
    ])
  func resolvesRelativePathsAgainstTheDirectory(path: String, directory: String, expected: String) {
    #expect(ProcessEnvironment.absolute(path, from: directory) == expected)
  }
}
